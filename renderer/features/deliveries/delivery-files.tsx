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
import type { Delivery, DeliveryFile as DeliveryFileKey } from '../../../shared/model/delivery.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import MailNotice from '../../components/document-actions/mail-notice.tsx';
import { maxDraggedFiles, prepareDrag } from '../../components/document-actions/prepare-drag.ts';
import { useDragWarning } from '../../components/document-actions/use-drag-warning.ts';
import { type MailNoticeProps, type ToMail, useMail } from '../../components/document-actions/use-mail.ts';
import ZipDialog, { mailMegabytes } from '../../components/document-actions/zip-dialog.tsx';
import { lastOf } from '../../components/list-screen/use-list-actions.ts';
import {
  invoke,
  useAppMutation,
  useChanged,
  useInvokeMutation,
  useInvokeQuery,
} from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './deliveries.module.css';
import { fileName } from './delivery-labels.ts';

/** The files of a delivery: opened, printed, shown in their folder, dragged out, packed for mail. */
export function DeliveryFiles({ delivery }: { delivery: Delivery }) {
  const { id, kind, files, folder, dispatches } = delivery;
  const { t } = useTranslation('deliveries');
  const open = useInvokeMutation('deliveries.open');
  const show = useInvokeMutation('deliveries.show');
  const print = useInvokeMutation('deliveries.print');
  const drag = useDeliveryDrag(delivery);
  const [isPacking, setPacking] = useState(false);
  const { error } = lastOf(open, show, print, drag.action);

  if (files.length === 0) return null;
  return (
    <>
      <div className={styles.filesHead}>
        <span className={screen.mark} title={t('dragAll')} {...drag.handlers([...files.keys()])}>
          <IconGripVertical size={15} aria-hidden />
          <b>{t('files', { count: files.length, shown: String(files.length) })}</b>
        </span>
        <span className={screen.push} />
        {(kind === 'merge' || kind === 'package') && (
          <Button variant="default" onClick={() => setPacking(true)}>
            {t('zipThese')}
          </Button>
        )}
        <MailDeliveryButton delivery={delivery} />
        <ActionButton icon={IconFolderOpen} onClick={() => show.mutate({ deliveryId: id, index: 0 })}>
          {t('openFolder')}
        </ActionButton>
      </div>
      {error && <ErrorMessage error={error} />}
      <ul className={styles.files} aria-label={t('filesName')}>
        {files.map((path, index) => (
          <li key={path} className={styles.file} {...drag.handlers([index])}>
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

/** Drags files of a delivery out; those of several clients go with the second drag. */
function useDeliveryDrag({ id, kind }: Delivery) {
  const ofDelivery = { dispatches: [], documents: [], deliveryIds: [id] };
  const clients = useInvokeQuery('deliveries.clients', ofDelivery);
  const warn = useDragWarning();
  const drag = useAppMutation(async (files: readonly DeliveryFileKey[]) => {
    if (clients.error) throw clients.error;
    // Each file of a merge has the documents of one dispatch.
    const isOfOneDispatch = kind === 'merge' && files.length === 1;
    warn(files, isOfOneDispatch ? 1 : (clients.data?.length ?? 0));
    await invoke('deliveries.drag', { files: [...files] });
  });

  /** Replaces the page's own drag with the system's, which carries files. */
  function handlers(indexes: readonly number[]) {
    const dragged = indexes.slice(0, maxDraggedFiles).map((index) => ({ deliveryId: id, index }));
    return {
      // Until the clients are known, nothing can be said of them.
      draggable: !clients.isPending,
      onPointerDown: () => prepareDrag(dragged),
      onDragStart: (event: DragEvent) => {
        event.preventDefault();
        drag.mutate(dragged);
      },
    };
  }
  return { handlers, action: drag };
}

/** Opens a finished delivery in the mail program. */
function MailDeliveryButton({ delivery: { id, kind, state, folder } }: { delivery: Delivery }) {
  if (state !== 'done') return null;
  if (kind === 'package') return <PackageMailButton deliveryId={id} folder={folder} />;
  const clients = { dispatches: [], documents: [], deliveryIds: [id] };
  return <MailButton toMail={{ mailed: { deliveryId: id }, clients }} />;
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

interface OpenMailButtonProps {
  isPending: boolean;
  onClick: () => void;
  /** What a person has to decide or know about the mail; undefined if there is nothing. */
  notice: MailNoticeProps | undefined;
}

function OpenMailButton({ isPending, onClick, notice }: OpenMailButtonProps) {
  const { t } = useTranslation('deliveries');
  return (
    <>
      <ActionButton icon={IconMail} loading={isPending} onClick={onClick}>
        {t('mail')}
      </ActionButton>
      {notice && <MailNotice {...notice} />}
    </>
  );
}

/** Opens the files of a delivery in the mail program. */
function MailButton({ toMail }: { toMail: ToMail }) {
  const { begin, isPending, notice } = useMail();
  return <OpenMailButton isPending={isPending} onClick={() => begin(toMail)} notice={notice} />;
}

/** Packs a package into a ZIP in its folder, which opens in the mail; a mail carries no folders. */
function PackageMailButton({ deliveryId, folder }: { deliveryId: string; folder: string }) {
  const { t } = useTranslation('deliveries');
  const changed = useChanged();
  const [ruts, setRuts] = useState<readonly Rut[]>();
  const pack = useAppMutation(async () => {
    const zip = await invoke('deliveries.zip', {
      documents: [],
      handoverIds: [deliveryId],
      folder,
      name: t('zipName'),
      opensMail: true,
      mostBytes: mailMegabytes * 1_000_000,
    });
    await changed(['deliveries.list']);
    navigate({ view: 'handovers', deliveryId: zip.deliveryId });
  });
  const begin = useAppMutation(async () => {
    const found = await invoke('deliveries.clients', {
      dispatches: [],
      documents: [],
      deliveryIds: [deliveryId],
    });
    if (found.length > 1) setRuts(found);
    else pack.mutate();
  });
  const error = begin.error ?? pack.error;
  const notice: MailNoticeProps = {
    ruts,
    mail: undefined,
    outsideRules: 0,
    error,
    onConfirm() {
      setRuts(undefined);
      pack.mutate();
    },
    onClose() {
      setRuts(undefined);
      begin.reset();
      pack.reset();
    },
  };
  return (
    <OpenMailButton
      isPending={begin.isPending || pack.isPending}
      onClick={() => begin.mutate()}
      notice={ruts || error ? notice : undefined}
    />
  );
}
