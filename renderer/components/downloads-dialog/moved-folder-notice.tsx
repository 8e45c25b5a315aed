import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import pane from '../../ui/pane.module.css';
import { useToast } from '../../ui/toast.tsx';

/**
 * Reports that a file is not at its path and asks for the new location of its folder. All files of the
 * folder's index are then found again.
 */
export function MovedFolderNotice({ path }: { path: string }) {
  const { t } = useTranslation('downloads');
  const toast = useToast();
  const find = useAppMutation(async () => {
    const folder = await invoke('folder.choose', { title: t('whereNow') });
    if (folder === undefined) return;
    const { documents } = await invoke('downloads.recognise', { folder, isQuick: true });
    toast(documents > 0 ? t('recognised', { count: documents }) : t('recognisedNone'));
  });
  return (
    <>
      <div className={pane.soft}>{t('wasAt', { path })}</div>
      <Button size="compact-xs" variant="default" loading={find.isPending} onClick={() => find.mutate()}>
        {t('whereNow')}
      </Button>
      {find.error && <ErrorMessage error={find.error} />}
    </>
  );
}
