import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { type ConnectionField, connectionFields, fieldsOf } from '../../../shared/model/connection-fields.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import type { AgencyMail } from './agency-mail.ts';
import styles from './connections.module.css';
import { type FoundInMail, MailField } from './mail-field.tsx';
import { TrialLine } from './trial-line.tsx';
import { useTrial } from './use-trial.ts';

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
  const changed = useChanged();
  const key = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(() => fieldsOf(connection));
  const { trial, attempt, leave, forget } = useTrial();
  const isTrying = trial.kind === 'trying';
  const [found, setFound] = useState<FoundInMail>();
  const [isWhole, setWhole] = useState(true);

  function takeOver({ key: secret, ...open }: AgencyMail, shown: FoundInMail): void {
    if (Object.keys(shown).length === 0) return;
    forget();
    setFound(shown);
    setWhole(false);
    setDraft((before) => ({ ...before, ...open, name: before.name || (open.agency ?? '') }));
    if (secret !== undefined && key.current) key.current.value = secret;
  }
  /** Values found in a mail, and optional ones, are hidden. */
  const isShown = (name: ConnectionField) =>
    isWhole || (name !== 'movedFrom' && name !== 'name' && found?.[name] === undefined);
  const showsKey = isWhole || found?.keyHint === undefined;

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

  const tryOut = () => {
    save.reset();
    const { name: _, ...tried } = draft;
    return attempt(() => invoke('connections.try', { ...tried, key: key.current?.value ?? '' }));
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isTrying) return;
    // A failed connection is saved only on request: without a network no test is possible.
    if (connection || trial.kind === 'good' || (await tryOut())) save.mutate();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} autoComplete="off">
      {!connection && <MailField found={found} onRead={takeOver} />}
      {connectionFields.map(({ name, maxLength, isRequired, example }, index) => (
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
          onChange={(event) => {
            setDraft({ ...draft, [name]: event.currentTarget.value });
            if (name !== 'name') forget();
          }}
        />
      ))}
      {!connection && (
        <PasswordInput
          {...(!showsKey && { style: { display: 'none' } })}
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
      <TrialLine
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
          {!isWhole && (
            <Button variant="subtle" onClick={() => setWhole(true)}>
              {t('mail.change')}
            </Button>
          )}
          {!connection && (
            <Button variant="default" loading={isTrying} onClick={() => void tryOut()}>
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
