import { Button, List } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../shared/contract.ts';
import { FolderField } from '../../components/document-actions/folder-field.tsx';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../../ui/dialog-end.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import form from '../../ui/form.module.css';
import screen from '../../ui/screen.module.css';
import styles from './downloads.module.css';

/** Verifies a folder against its index, and imports one that was filled elsewhere. */
export const FolderTools = memo(({ folder: suggested }: { folder: string }) => {
  const { t } = useTranslation('downloads');
  const { t: ui } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const [selected, setFolder] = useState<string>();
  const verify = useInvokeMutation('downloads.verify');
  const recognise = useInvokeMutation('downloads.importIndex');
  const folder = selected ?? suggested;
  const error = verify.error ?? recognise.error;
  function choose(another: string | undefined) {
    setFolder(another);
    // A result applies to one folder only.
    verify.reset();
    recognise.reset();
  }
  function close() {
    setOpen(false);
    choose(undefined);
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('folderTools')}
      </Button>
      {isOpen && (
        <Dialog title={t('folderToolsTitle')} size="lg" onClose={close}>
          <div className={form.form}>
            <FolderField label={t('folder')} value={folder} onChange={choose} isFirst />
            <p className={screen.soft}>{t('verifyMeans')}</p>
            <DialogEnd>
              <Button variant="default" onClick={close}>
                {ui('close')}
              </Button>
              <Button
                variant="default"
                disabled={folder === ''}
                loading={recognise.isPending}
                onClick={() => {
                  verify.reset();
                  recognise.mutate({ folder });
                }}
              >
                {t('recognise')}
              </Button>
              <Button
                disabled={folder === ''}
                loading={verify.isPending}
                onClick={() => {
                  recognise.reset();
                  verify.mutate({ folder });
                }}
              >
                {t('verify')}
              </Button>
            </DialogEnd>
            {error && <ErrorMessage error={error} />}
            {recognise.data && (
              <Good count={recognise.data.documents}>
                {t('recognised', { count: recognise.data.documents })}
              </Good>
            )}
            {verify.data && <Verification verified={verify.data} />}
          </div>
        </Dialog>
      )}
    </>
  );
});

/** The result of verifying a folder: its intact files, and the paths of all others. */
function Verification({ verified }: { verified: CallOutput<'downloads.verify'> }) {
  const { t } = useTranslation('downloads');
  const { good, missing, changed, extra, unread = [] } = verified;
  return (
    <div aria-live="polite">
      <Good count={good}>{t('verifiedGood', { count: good })}</Good>
      <Paths title={t('verifiedMissing', { count: missing.length })} paths={missing} />
      <Paths title={t('verifiedChanged', { count: changed.length })} paths={changed} />
      <Paths title={t('verifiedExtra', { count: extra.length })} paths={extra} />
      <Paths title={t('verifiedUnread', { count: unread.length })} paths={unread} />
    </div>
  );
}

/** The number of intact files: green, with its icon, if there are any. */
function Good({ count, children }: { count: number; children: string }) {
  if (count === 0) return <p>{children}</p>;
  return (
    <p className={screen.good}>
      <IconCheck size={15} aria-hidden /> {children}
    </p>
  );
}

function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <>
      <b className={screen.warn}>{title}</b>
      <List className={styles.paths ?? ''} size="sm">
        {paths.slice(0, 500).map((path) => (
          <List.Item key={path}>{path}</List.Item>
        ))}
      </List>
    </>
  );
}
