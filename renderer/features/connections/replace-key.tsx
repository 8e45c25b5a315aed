import { PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../../../shared/model/connection.ts';
import { fieldsOf } from '../../../shared/model/connection-fields.ts';
import { invoke, useAppMutation, useChanged } from '../../ipc/invoke-hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ConnectionTestLine } from './connection-test-line.tsx';
import { useConnectionTest } from './use-connection-test.ts';

/** Replaces the key of an agency; like the first, it is read on submit and stored nowhere in the page. */
export function ReplaceKey({
  connection,
  onReplaced,
  onClose,
}: {
  connection: Connection;
  onReplaced: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('connections');
  const changed = useChanged();
  const toast = useToast();
  const key = useRef<HTMLInputElement>(null);
  const { trial, attempt, leave, forget } = useConnectionTest();
  const [isEmpty, setEmpty] = useState(true);
  const { id } = connection;
  const { name, ...tried } = fieldsOf(connection);

  // The key is no argument of the mutation, because the query cache stores arguments.
  const save = useAppMutation(async () => {
    const field = key.current;
    if (!field || field.value === '') return;
    const replaced = invoke('connections.replaceKey', { id, key: field.value });
    field.value = '';
    setEmpty(true);
    await replaced;
    await changed(['connections.list']);
    toast(t('keyReplaced'));
    onReplaced();
    onClose();
  });

  const isWorking = save.isPending || trial.kind === 'trying';

  async function submit() {
    const typed = key.current?.value ?? '';
    save.reset();
    if (await attempt(() => invoke('connections.try', { ...tried, key: typed }))) save.mutate();
  }

  return (
    <FormDialog
      title={t('replaceKeyOf', { name })}
      label={t('replaceKey')}
      isDisabled={isEmpty && !isWorking}
      isBusy={isWorking}
      error={save.error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <PasswordInput
        ref={key}
        data-autofocus
        label={t('key')}
        description={t('keyMeans')}
        maxLength={4096}
        autoComplete="off"
        onChange={(event) => {
          setEmpty(event.currentTarget.value.trim() === '');
          forget();
        }}
        visibilityToggleButtonProps={{ 'aria-label': t('showKey') }}
      />
      <ConnectionTestLine
        trial={trial}
        onLeave={leave}
        anyway={{ label: t('replaceAnyway'), isBusy: save.isPending, action: () => save.mutate() }}
      />
    </FormDialog>
  );
}
