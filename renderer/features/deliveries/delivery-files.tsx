import { Button } from '@mantine/core';
import {
  IconExternalLink,
  IconFile,
  IconFolderOpen,
  IconGripVertical,
  IconMail,
  IconPrinter,
} from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../shared/model/delivery.ts';
import MailNotice from '../../components/downloads-dialog/mail-notice.tsx';
import { maxDraggedFiles, prepareDrag } from '../../components/downloads-dialog/prepare-drag.ts';
import { type ToMail, useMail } from '../../components/downloads-dialog/use-mail.ts';
import ZipDialog from '../../components/downloads-dialog/zip-dialog.tsx';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './deliveries.module.css';
import { fileName } from './delivery-labels.ts';

/** The files of a delivery: opened, printed, shown in their folder, dragged out, packed for mail. */
export function DeliveryFiles({
  delivery: { id, kind, state, files, folder, dispatches },
}: {
  delivery: Delivery;
}) {
  const { t } = useTranslation('deliveries');
  const open = useInvokeMutation('handover.open');
  const show = useInvokeMutation('handover.show');
  const print = useInvokeMutation('handover.print');
  const drag = useInvokeMutation('handover.drag');
  const [isPacking, setPacking] = useState(false);
  const error = open.error ?? show.error ?? print.error ?? drag.error;

  /** Replaces the page's own drag with the system's, which carries files. */
  function draggable(indexes: readonly number[]) {
    const dragged = indexes.slice(0, maxDraggedFiles).map((index) => ({ deliveryId: id, index }));
    return {
      draggable: true,
      onPointerDown: () => prepareDrag(dragged),
      onDragStart: (event: DragEvent) => {
        event.preventDefault();
        drag.mutate({ files: dragged });
      },
    };
  }

  if (files.length === 0) return null;
  return (
    <>
      <div className={styles.filesHead}>
        <span className={screen.mark} title={t('dragAll')} {...draggable([...files.keys()])}>
          <IconGripVertical size={15} aria-hidden />
          <b>{t('files', { count: files.length, shown: String(files.length) })}</b>
        </span>
        <span className={screen.push} />
        {(kind === 'merge' || kind === 'package') && (
          <Button variant="default" onClick={() => setPacking(true)}>
            {t('zipThese')}
          </Button>
        )}
        {state === 'done' && kind !== 'package' && (
          <MailButton
            toMail={{
              mailed: { deliveryId: id },
              clients: { dispatches: [], documents: [], deliveryIds: [id] },
            }}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconFolderOpen size={14} aria-hidden />}
          onClick={() => show.mutate({ deliveryId: id, index: 0 })}
        >
          {t('openFolder')}
        </Button>
      </div>
      {error && <ErrorMessage error={error} />}
      <ul className={styles.files} aria-label={t('filesName')}>
        {files.map((path, index) => (
          <li key={path} className={styles.file} {...draggable([index])}>
            <DeliveryFile
              path={path}
              onOpen={() => open.mutate({ deliveryId: id, index })}
              onShow={() => show.mutate({ deliveryId: id, index })}
              onPrint={() => print.mutate({ deliveryId: id, index })}
            />
          </li>
        ))}
      </ul>
      {isPacking && (
        <ZipDialog
          selection={{ dispatches, documents: [] }}
          deliveryId={id}
          folder={folder}
          onClose={() => setPacking(false)}
        />
      )}
    </>
  );
}

interface DeliveryFileProps {
  path: string;
  onOpen: () => void;
  onShow: () => void;
  onPrint: () => void;
}

/** One file with its buttons; only a PDF is printed. */
function DeliveryFile({ path, onOpen, onShow, onPrint }: DeliveryFileProps) {
  const { t } = useTranslation('deliveries');
  const name = fileName(path);
  return (
    <>
      <IconFile size={15} aria-hidden />
      <span className={styles.fileName} title={path}>
        {name}
      </span>
      <ToolButton icon={IconExternalLink} size={24} label={t('open', { name })} onClick={onOpen} />
      <ToolButton icon={IconFolderOpen} size={24} label={t('show', { name })} onClick={onShow} />
      {path.toLowerCase().endsWith('.pdf') && (
        <ToolButton icon={IconPrinter} size={24} label={t('printFile', { name })} onClick={onPrint} />
      )}
    </>
  );
}

/** Opens the files of a delivery in the mail program. */
function MailButton({ toMail }: { toMail: ToMail }) {
  const { t } = useTranslation('deliveries');
  const { begin, isPending, notice } = useMail();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={14} aria-hidden />}
        loading={isPending}
        onClick={() => begin(toMail)}
      >
        {t('mail')}
      </Button>
      {notice && <MailNotice {...notice} />}
    </>
  );
}
