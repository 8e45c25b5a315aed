import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { TextStatus } from '../../../shared/model/text-search.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { subjectOf } from '../../ui/inspected-subject.ts';
import { findAtMark, MarkedLine } from '../../ui/marked-line.tsx';
import screen from '../../ui/screen.module.css';
import { UnreadTexts } from '../../ui/unread-texts.tsx';
import { UnusedWords } from '../../ui/unused-words.tsx';
import { DocumentChoice } from './document-choice.tsx';
import styles from './search.module.css';

/** Reading lines starts a process: a person who still types is not followed. */
const findAfterMs = 350;
const maxShown = 3;

/** The first documents whose files have the words, with the line around them. */
export default function InsideDocuments({ text, onGo }: { text: string; onGo: () => void }) {
  const { t } = useTranslation(['search', 'texts', 'grid']);
  const [words] = useDebouncedValue(text.trim(), findAfterMs);
  const { data: found, error } = useInvokeQuery(
    'texts.find',
    { text: words, filter: {}, limit: maxShown, offset: 0 },
    { enabled: words !== '', placeholderData: keepPreviousData },
  );
  const reading = useInvokeQuery('texts.status', undefined);
  const failed = error ?? reading.error;
  const hits = found?.hits ?? [];
  const pages = hits.map(({ document: { connectionId, id }, pages: [page = 1] }) => ({
    connectionId,
    id,
    page,
  }));
  const lines = useInvokeQuery(
    'texts.lines',
    { text: words, pages, isPreview: true },
    { enabled: pages.length > 0, isTimed: false },
  ).data;
  const choices = hits.map((hit) => {
    const { document, isPaged, isAttached, isUnsure } = hit;
    const [page = 1] = hit.pages;
    const { connectionId, id, type, folio, dispatchNumber } = document;
    const line = lines?.find((one) => one.connectionId === connectionId && one.id === id);
    const name = [
      dispatchNumber && t('oneDispatch', { number: dispatchNumber }),
      ...[type, folio, isPaged && t('page', { page }), isAttached && t('attached', { ns: 'texts' })],
      isUnsure && t('unsure', { ns: 'texts' }),
    ];
    return (
      <DocumentChoice
        key={compositeKey(connectionId, id)}
        subject={{ ...subjectOf(document), ...findAtMark(line, hit) }}
        route={{ view: 'found', text: words, part: 'text' }}
        name={name}
        onGo={onGo}
      >
        {line && (
          <span className={`${styles.said} ${screen.soft}`}>
            <MarkedLine line={line} />
          </span>
        )}
      </DocumentChoice>
    );
  });
  return (
    <>
      {choices}
      {failed && <ErrorMessage error={failed} />}
      {found && <UnusedWords words={found.unused} />}
      {found && found.unreadable > 0 && (
        <p className={screen.warn}>{t('unreadable', { ns: 'grid', count: found.unreadable })}</p>
      )}
      {reading.data && (
        <div className={styles.section}>
          <TextPause status={reading.data} />
          <UnreadTexts status={reading.data} />
        </div>
      )}
    </>
  );
}

/** Why the files on this computer are not being read, while there is something to read. */
function TextPause({ status: { state, unreadTotal, waitingScans } }: { status: TextStatus }) {
  const { t } = useTranslation('texts');
  const isOff = state === 'off';
  const waits = (state === 'transfers' || state === 'paused') && unreadTotal + waitingScans > 0;
  if (!isOff && !waits) return null;
  return (
    <p role="status" className={screen.warn}>
      {t(`state.${state}`)}
    </p>
  );
}
