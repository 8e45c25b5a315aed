import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../shared/contract.ts';
import { useInvokeMutation } from '../ipc/invoke-hooks.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ErrorMessage } from './error-message/error-message.tsx';
import { useToast } from './toast.tsx';

/** Permanently deletes the stored data of a client or a connection; files on disk stay. */
export function PurgeButton({ of, name }: { of: CallInput<'stored.purge'>; name: string }) {
  const { t } = useTranslation('clients');
  const toast = useToast();
  const queries = useQueryClient();
  const purge = useInvokeMutation('stored.purge');
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button variant="default" loading={purge.isPending} onClick={() => setConfirming(true)}>
        {t('purge')}
      </Button>
      {purge.error && <ErrorMessage error={purge.error} />}
      {isConfirming && (
        <ConfirmDialog
          title={t('purgeTitle', { name })}
          text={t('purgeMeans')}
          label={t('purge')}
          onClose={() => setConfirming(false)}
          onConfirm={() =>
            purge.mutate(of, {
              onSuccess: () => {
                toast(t('purged', { name }));
                void queries.invalidateQueries();
              },
            })
          }
        />
      )}
    </>
  );
}
