import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { type ConnectionField, connectionFields, fieldsOf } from '../../../shared/model/connection-fields.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { AgencyMail } from './agency-mail.ts';
import { ConnectionTestLine } from './connection-test-line.tsx';
import styles from './connections.module.css';
import { type FoundInMail, MailField } from './mail-field.tsx';
import { useConnectionTest } from './use-connection-test.ts';

interface Props {
  /** The connection to edit; absent for a new one. Its key is changed elsewhere. */
  connection?: Connection;
  onSaved: (connection: Connection) => void;
  /** Closes the dialog of the form. */
  onCancel?: () => void;
  /** The back link, if the form is in no dialog. */
  back?: ReactNode;
}

/**
 * The settings of an agency, and its key. The key is in an uncontrolled field and in no cache: it is read on
 * submit, and the field is then cleared.
 */
export function ConnectionForm({ connection, onSaved, onCancel, back }: Props) {
  const { t } = useTranslation('connections');
  const form = useConnectionForm(connection, onSaved);
  const { key, draft, mail, save, test } = form;
  const { trial, leave, forget } = form.trial;
  const isTrying = trial.kind === 'trying';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isTrying) return;
    // A failed connection is saved only on request: without a network no test is possible.
    if (connection || trial.kind === 'good' || (await test())) save.mutate();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} autoComplete="off">
      {!connection && <MailField found={mail.found} onRead={mail.fill} />}
      <ConnectionFields
        connection={connection}
        draft={draft}
        isShown={mail.isShown}
        onChange={(name, value) => {
          form.setDraft({ ...draft, [name]: value });
          if (name !== 'name' && name !== 'email') forget();
        }}
      />
      {!connection && (
        <PasswordInput
          {...(!mail.showsKey && { style: { display: 'none' } })}
          ref={key}
          label={t('key')}
          description={t('keyMeans')}
          required
          withAsterisk={false}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showKey') }}
          onChange={forget}
        />
      )}
      <ConnectionTestLine
        trial={trial}
        onLeave={leave}
        anyway={{ label: t('addAnyway'), isBusy: save.isPending, action: () => save.mutate() }}
      />
      {save.error && <ErrorMessage error={save.error} />}
      <DialogEnd justify={back ? 'space-between' : 'end'}>
        <Group gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          {!mail.isWhole && (
            <Button variant="subtle" onClick={mail.showAll}>
              {t('mail.change')}
            </Button>
          )}
          {!connection && (
            <Button variant="default" loading={isTrying} onClick={() => void test()}>
              {t('try')}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} aria-disabled={isTrying}>
            {connection ? t('keep') : t('add')}
          </Button>
        </Group>
        {back && <div className={styles.back}>{back}</div>}
      </DialogEnd>
    </form>
  );
}

type Draft = ReturnType<typeof fieldsOf>;

/** The draft of a connection with its key field, its test, and the action that saves it. */
function useConnectionForm(connection: Connection | undefined, onSaved: Props['onSaved']) {
  const changed = useChanged();
  const key = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(() => fieldsOf(connection));
  const trial = useConnectionTest();
  const mail = useFoundInMail(({ key: secret, ...open }) => {
    trial.forget();
    setDraft((before) => ({ ...before, ...open, name: before.name || (open.agency ?? '') }));
    if (secret !== undefined && key.current) key.current.value = secret;
  });

  // The key is no argument of the mutation, because the query cache stores arguments.
  const save = useAppMutation(async () => {
    const saved = connection
      ? await invoke('connections.change', { id: connection.id, ...draft })
      : await invoke('connections.add', {
          ...draft,
          name: draft.name.trim() || draft.agency,
          key: key.current?.value ?? '',
        });
    if (key.current) key.current.value = '';
    await changed(['connections.list']);
    onSaved(saved);
  });

  /** Tests the connection; whether it succeeded. */
  function test(): Promise<boolean> {
    save.reset();
    const { name: _, ...tested } = draft;
    return trial.attempt(() => invoke('connections.try', { ...tested, key: key.current?.value ?? '' }));
  }

  return { key, draft, setDraft, mail, trial, save, test };
}

/** The values that a mail had. The fields of those, and optional ones, are hidden until all are shown. */
function useFoundInMail(onFound: (mail: AgencyMail) => void) {
  const [found, setFound] = useState<FoundInMail>();
  const [isWhole, setWhole] = useState(true);
  return {
    found,
    isWhole,
    showAll: () => setWhole(true),
    fill(mail: AgencyMail, shown: FoundInMail): void {
      if (Object.keys(shown).length === 0) return;
      setFound(shown);
      setWhole(false);
      onFound(mail);
    },
    isShown: (name: ConnectionField) =>
      isWhole || ((name === 'baseUrl' || name === 'agency') && found?.[name] === undefined),
    showsKey: isWhole || found?.keyHint === undefined,
  };
}

interface ConnectionFieldsProps {
  connection: Connection | undefined;
  draft: Draft;
  isShown: (name: ConnectionField) => boolean;
  onChange: (name: ConnectionField, value: string) => void;
}

/** The fields of a connection, without its key; a hidden one keeps its value. */
function ConnectionFields({ connection, draft, isShown, onChange }: ConnectionFieldsProps) {
  const { t } = useTranslation('connections');
  return connectionFields.map(({ name, maxLength, isRequired, example }, index) => (
    <TextInput
      {...(!isShown(name) && { style: { display: 'none' } })}
      key={name}
      label={t(`field.${name}`)}
      description={t(`fieldMeans.${name}`)}
      {...(example !== undefined && { placeholder: example })}
      {...(index === 0 && connection && { 'data-autofocus': true })}
      required={isRequired && isShown(name)}
      withAsterisk={false}
      maxLength={maxLength}
      spellCheck={name === 'name'}
      value={draft[name]}
      disabled={connection?.isManaged === true}
      onChange={(event) => onChange(name, event.currentTarget.value)}
    />
  ));
}
