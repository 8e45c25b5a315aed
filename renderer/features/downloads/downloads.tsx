import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '../../../shared/model/download.ts';
import { restoreListState, useStoredScroll } from '../../components/data-grid/scroll-groups-and-sort.ts';
import { useBatches } from '../../components/document-actions/use-batches.ts';
import { useInvokeMutation } from '../../ipc/invoke-hooks.ts';
import { ChoiceItem } from '../../ui/choice-item.tsx';
import list from '../../ui/choice-list.module.css';
import { useClear } from '../../ui/cleared-entries.tsx';
import { AccessErrorMessage, isMendedByKey } from '../../ui/error-message/access-error-message.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatInstant } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SearchFirst } from '../../ui/search-first.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { BatchDocuments } from './batch-documents.tsx';
import styles from './downloads.module.css';
import { BatchActions, BatchText } from './downloads-bar-batch.tsx';
import { FolderTools } from './folder-tools.tsx';

/** All batches, and the documents of the selected one, each with its outcome. */
export default function Downloads({ batchId }: { batchId?: string }) {
  const { t } = useTranslation('downloads');
  const { batches, error } = useBatches();
  const [problemsOnly, setProblemsOnly] = useState(false);
  const control = useInvokeMutation('downloads.control', ['downloads.list']);
  const forget = useInvokeMutation('downloads.forget', ['downloads.list']);
  const clear = useClear('batches', (id) => forget.mutateAsync({ batchId: id }));
  // The batch whose documents are being read stays current when a newer one starts.
  const [readId, setReadId] = useState<string>();
  const withId = (batchId: string | undefined) => batches.find(({ id }) => id === batchId);
  const current = withId(batchId) ?? withId(readId) ?? batches[0];
  const read = () => setReadId(current?.id);
  const shownError = error ?? control.error ?? forget.error;
  const box = useRef<HTMLUListElement>(null);
  const isAny = batches.length > 0;
  useStoredScroll(box, restoreListState('batches'), isAny);
  useLayoutEffect(() => {
    // A requested batch is scrolled into view, whatever the scroll position.
    if (isAny && batchId) box.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [isAny, batchId]);
  const isAnyRunning = batches.some(({ state, isElsewhere }) => state.kind === 'running' && !isElsewhere);
  return (
    <div className={styles.screen}>
      <div>
        <ScreenHead title={t('title')}>
          {isAnyRunning && (
            <Button variant="default" onClick={() => control.mutate({ action: 'pause' })}>
              {t('pauseAll')}
            </Button>
          )}
          <FolderTools folder={current?.folder ?? ''} />
        </ScreenHead>
        {shownError && <ErrorMessage error={shownError} />}
      </div>
      {!isAny ? (
        <div className={styles.empty}>
          <SearchFirst>{t('none')}</SearchFirst>
        </div>
      ) : (
        <ul ref={box} className={`${list.list} ${styles.batches}`} aria-label={t('batches')}>
          {batches.map((batch) => (
            <BatchItem
              key={batch.id}
              batch={batch}
              isCurrent={batch.id === current?.id}
              onForget={() => clear(batch.id, t('forgotten', { name: batch.name }))}
            />
          ))}
        </ul>
      )}
      {current && (
        <section
          className={styles.documents}
          aria-label={current.name}
          onFocus={read}
          onWheel={read}
          onPointerDown={read}
        >
          {current.state.kind === 'paused' && current.state.error && (
            <AccessErrorMessage error={current.state.error}>
              {current.state.why === 'connection-refused' && isMendedByKey(current.state.error) && (
                <span>{t('goesOnWithKey')}</span>
              )}
            </AccessErrorMessage>
          )}
          {current.selectionError && <ErrorMessage error={current.selectionError} />}
          {current.indexError && <ErrorMessage error={current.indexError} />}
          <BatchDocuments
            key={current.id}
            batchId={current.id}
            name={current.name}
            folder={current.folder}
            problemsOnly={problemsOnly}
            onProblemsOnly={setProblemsOnly}
          />
        </section>
      )}
    </div>
  );
}

interface ItemProps {
  batch: Batch;
  isCurrent: boolean;
  onForget: () => void;
}

function BatchItem({ batch, isCurrent, onForget }: ItemProps) {
  const { t } = useTranslation('downloads');
  return (
    <ChoiceItem
      route={{ view: 'downloads', batchId: batch.id }}
      isCurrent={isCurrent}
      actions={
        <>
          <BatchActions batch={batch} />
          {batch.state.kind === 'ended' && (
            <ToolButton icon={IconTrash} label={t('forget', { name: batch.name })} onClick={onForget} />
          )}
        </>
      }
    >
      <span>
        <b>{batch.name}</b> <span className={screen.soft}>{formatInstant(batch.startedAt, new Date())}</span>
      </span>
      <span className={screen.soft}>{batch.folder}</span>
      <BatchText batch={batch} />
    </ChoiceItem>
  );
}
