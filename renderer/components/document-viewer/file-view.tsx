import { Button } from '@mantine/core';
import { type MouseEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilePreview } from '../../../shared/model/file-preview.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';
import { useInvokeQuery, useOnline } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatBytes } from '../../ui/format.ts';
import { useIdle } from '../../ui/idle.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import ImageView from './image-view.tsx';
import { listedPages } from './listed-pages.ts';
import MailView from './mail-view.tsx';
import TextView from './text-view.tsx';
import type { FileViewProps } from './view-handle.ts';
import styles from './viewer.module.css';

const pdfView = preloadable(() => import('./pdf-view.tsx'));

/**
 * Loads the PDF renderer, which most documents need, and starts its worker, unless `signal` is aborted by
 * then.
 */
export async function preloadPdf(signal?: AbortSignal): Promise<void> {
  await pdfView.preload();
  const { startWorkerAhead } = await import('./pdf-worker.ts');
  if (!signal?.aborted) startWorkerAhead();
}

/**
 * How long the person must stay at a document that is not downloaded before the agency is asked for it, in
 * ms.
 */
const idleMs = 300;

/** A document from this computer, else downloaded from the agency once the person stays at it. */
export function FileView(props: FileViewProps) {
  const { connectionId, id, path } = props.previewed;
  const { t } = useTranslation('viewer');
  const { t: grid } = useTranslation('grid');
  const isOnline = useOnline();
  const isIdle = useIdle(idleMs);
  const isHere = path !== undefined;
  const status = fileStatus(props.previewed);
  const mayBeFetched = isOnline && isIdle && status !== 'none';
  // Documents are large: the page holds only the one that is shown. A large one on a slow line takes minutes:
  // main aborts it when it stalls.
  const read = useInvokeQuery(
    'file.read',
    { connectionId, id },
    { enabled: isHere || mayBeFetched, gcTime: 0, isTimed: false },
  );
  const isHad = read.data !== undefined;
  useEffect(() => {
    if (isHad) return;
    const had = new AbortController();
    // Most documents are PDFs: the renderer loads while the file is read. A failure is reported when a
    // document is rendered.
    preloadPdf(had.signal).catch(() => undefined);
    return () => had.abort();
  }, [isHad]);
  if (read.data) {
    return (
      <>
        {!isHere && <p className={styles.unsaved}>{t('unsaved')}</p>}
        <Shown read={read.data} {...props} />
      </>
    );
  }
  if (!isHere && status === 'none') return <p className={styles.note}>{grid('fileMeans.none')}</p>;
  function refetch({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button disappears after its click: the focus moves to the document's container.
    currentTarget.closest<HTMLElement>('[tabindex="0"]')?.focus();
    void read.refetch();
  }
  const again = (
    <Button size="compact-xs" variant="default" onClick={refetch}>
      {t('again')}
    </Button>
  );
  const isWaiting = read.isFetching || !isIdle;
  if (!isHere && !isOnline && !isWaiting) {
    return (
      <div className={styles.note}>
        <p>{t('offline')}</p>
        {again}
      </div>
    );
  }
  if (read.error && !isWaiting)
    return (
      <div className={styles.note}>
        <ErrorMessage error={read.error}>
          {read.error.code === 'PAPER_TOO_HEAVY' ? props.otherwise : again}
        </ErrorMessage>
      </div>
    );
  return <p className={styles.note}>{t(isHere ? 'opening' : 'fetching')}</p>;
}

const textKeys = { damaged: 'damagedImage', empty: 'empty', other: 'other' } as const;

function Shown({ read, ...props }: FileViewProps & { read: FilePreview }) {
  const { previewed, otherwise, ...rest } = props;
  const { t } = useTranslation('viewer');
  switch (read.kind) {
    case 'pdf':
      return (
        <>
          {read.unshown && (
            <p className={styles.unsaved} role="status">
              {t('unshown', { count: read.unshown.length, pages: listedPages(read.unshown) })}
            </p>
          )}
          <pdfView.Component base64={read.base64} previewed={previewed} otherwise={otherwise} {...rest} />
        </>
      );
    case 'image':
      return (
        <>
          {read.isCut && (
            <p className={styles.unsaved} role="status">
              {t('cutImage')}
            </p>
          )}
          <ImageView
            source={`data:${read.mediaType};base64,${read.base64}`}
            previewed={previewed}
            otherwise={otherwise}
            {...rest}
          />
        </>
      );
    case 'text':
      return <TextView text={read.text} {...rest} />;
    case 'mail':
      return (
        <MailView
          mail={read.mail}
          render={(shown, isMailText) =>
            isMailText && shown.kind === 'text' ? (
              <TextView text={shown.text} isProse {...rest} />
            ) : (
              <Shown {...props} read={shown} />
            )
          }
        />
      );
    case 'damaged':
    case 'empty':
    case 'other':
    case 'too-large':
      return (
        <div className={styles.note} role="status">
          <p>
            {read.kind === 'too-large'
              ? t('tooLarge', { size: formatBytes(read.bytes) })
              : t(textKeys[read.kind])}
            {previewed.path === undefined && ` ${t('downloadFirst')}`}
          </p>
          {otherwise}
        </div>
      );
  }
}
