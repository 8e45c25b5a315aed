import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { ask, useAct, useChanged } from '../../ipc/bridge.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import styles from './connections.module.css';
import { TrialLine } from './trial-line.tsx';
import { useTrial } from './use-trial.ts';

interface Props {
  /** The connection to change; absent for a new one. Its key is changed elsewhere. */
  connection?: Connection;
  onKept: (connection: Connection) => void;
  /** Closes the dialog in which the form stands. */
  onCancel?: () => void;
  /** The way back from the form, where it stands in no dialog. */
  back?: ReactNode;
}

/**
 * Name, base URL, agency id and key of an agency. The key stands in an uncontrolled field and in no cache: it is read when it is sent,
 * and the field is emptied then.
 */
export function ConnectionForm({ connection, onKept, onCancel, back }: Props) {
  const { t } = useTranslation('connections');
  const changed = useChanged();
  const key = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(connection?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? '');
  const [agency, setAgency] = useState(connection?.agency ?? '');
  const { trial, attempt, leave, forget } = useTrial();

  // The key is no part of what an act is given: that is kept.
  const keep = useAct(async () => {
    const kept = connection
      ? await ask('connections.change', { id: connection.id, name, baseUrl, agency })
      : await ask('connections.add', { name, baseUrl, agency, key: key.current?.value ?? '' });
    if (key.current) key.current.value = '';
    await changed(['connections.list']);
    onKept(kept);
  });

  const tryOut = () => {
    keep.reset();
    return attempt(() => ask('connections.try', { baseUrl, agency, key: key.current?.value ?? '' }));
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    // What does not work is kept only when the person says so: without a network nothing can be tried.
    if (connection || trial.kind === 'good' || (await tryOut())) keep.mutate();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} autoComplete="off">
      <TextInput
        label={t('name')}
        description={t('nameMeans')}
        data-autofocus
        autoFocus={connection === undefined}
        required
        withAsterisk={false}
        maxLength={80}
        value={name}
        disabled={connection?.isManaged === true}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('baseUrl')}
        description={t('baseUrlMeans')}
        placeholder="https://…"
        required
        withAsterisk={false}
        maxLength={2000}
        spellCheck={false}
        value={baseUrl}
        disabled={connection?.isManaged === true}
        onChange={(event) => {
          setBaseUrl(event.currentTarget.value);
          forget();
        }}
      />
      <TextInput
        label={t('agency')}
        description={t('agencyMeans')}
        required
        withAsterisk={false}
        maxLength={200}
        spellCheck={false}
        value={agency}
        disabled={connection?.isManaged === true}
        onChange={(event) => {
          setAgency(event.currentTarget.value);
          forget();
        }}
      />
      {!connection && (
        <PasswordInput
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
      <TrialLine trial={trial} onLeave={leave} anyway={{ label: t('addAnyway'), act: () => keep.mutate() }} />
      {keep.error && <Fault error={keep.error} />}
      <Group justify={back ? 'space-between' : 'end'}>
        <Group gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
          {!connection && (
            <Button variant="default" disabled={trial.kind === 'trying'} onClick={() => void tryOut()}>
              {t('try')}
            </Button>
          )}
          <Button type="submit" loading={keep.isPending} disabled={trial.kind === 'trying'}>
            {connection ? t('keep') : t('add')}
          </Button>
        </Group>
        {back && <div className={styles.back}>{back}</div>}
      </Group>
    </form>
  );
}
