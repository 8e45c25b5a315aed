import { Button, Checkbox, Group } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CarpetaError } from '../../../shared/errors.ts';
import type { Selection } from '../../../shared/model/question.ts';
import { ask, useAct, useCall, useChanged } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault/fault.tsx';
import form from '../../ui/form.module.css';
import { useToast } from '../../ui/toast.tsx';
import { FolderField } from './folder-field.tsx';
import styles from './get-documents.module.css';
import { LayoutField } from './layout-field.tsx';

interface Props {
  title: string;
  meant: () => Promise<Selection | undefined>;
  /** Where a saved search downloads to; `''` for the settings' own. */
  destination: { folder: string; template: string; name: string };
  onClose: () => void;
}

/** Where to download to and how the files are named; a folder that is set needs one key only. */
export default function DownloadDialog({ title, meant, destination, onClose }: Props) {
  const { t } = useTranslation('downloads');
  const { settings } = useSettings();
  const changed = useChanged();
  const toast = useToast();
  const last = useCall('downloads.list', undefined).data?.[0]?.folder ?? '';
  const [chosenFolder, setFolder] = useState<string>();
  // The folder is the last one, until the person says another.
  const folder = chosenFolder ?? (destination.folder || settings.folder || last);
  const [template, setTemplate] = useState(destination.template || settings.template);
  const [withInactive, setInactive] = useState(false);
  const [again, setAgain] = useState(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const start = useAct(async () => {
    const selection = await meant();
    // Who has left by then means nothing to be downloaded.
    if (!isOpen.current) return;
    if (!selection) throw new CarpetaError('NOTHING_SELECTED', 'nothing is selected');
    await ask('downloads.start', {
      selection,
      folder,
      template,
      name: destination.name.slice(0, 200),
      withInactive,
      again,
    });
    await changed(['downloads.list']);
    toast(t('started'));
    if (isOpen.current) onClose();
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate();
  }

  return (
    <Dialog title={title} size="lg" onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <FolderField
          label={t('folder')}
          description={t('folderMeans')}
          value={folder}
          onChange={(chosen) => {
            setFolder(chosen);
            start.reset();
          }}
          isFirst={folder === ''}
        />
        <LayoutField
          template={template}
          onChange={(typed) => {
            setTemplate(typed);
            start.reset();
          }}
        />
        <Checkbox
          label={t('withInactive')}
          checked={withInactive}
          onChange={(event) => setInactive(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('again')}
          checked={again}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
        <p className={styles.soft}>{t('willNotCome')}</p>
        {start.error && <Fault error={start.error} />}
        <Group justify="end" gap="xs">
          {folder === '' && <span className={styles.soft}>{t('startWithout')}</span>}
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={folder === ''}
            data-autofocus={folder === '' ? undefined : true}
          >
            {t('start')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
