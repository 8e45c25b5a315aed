import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { TextHit, TextLine } from '../../../shared/model/text-search.ts';
import { subjectOf, useInspecting, useSubject } from '../../ui/inspected-subject.ts';
import { findAtMark, MarkedLine } from '../../ui/marked-line.tsx';
import styles from './text-hits.module.css';

interface Props {
  hits: readonly TextHit[];
  /** The line around a hit's words by `hitKey`; missing until its file is read. */
  lines: ReadonlyMap<string, TextLine>;
  /** The selected hits, by `hitKey`. */
  selected: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** The key of a hit among others: its document. */
export const hitKey = ({ document: { connectionId, id } }: TextHit): string => compositeKey(connectionId, id);

/** The hits of one dispatch, to be selected; each opens the viewer at the words. */
export function DispatchHits({ hits, lines, selected, onToggle }: Props) {
  const { t } = useTranslation('texts');
  const { inspect, view } = useInspecting();
  useLateWords(hits, lines);
  const number = hits[0]?.document.dispatchNumber ?? '';
  return (
    <section>
      <h2>{number === '' ? t('noDispatch') : t('dispatch', { number })}</h2>
      {hits.map((hit) => {
        const { document, pages, isPaged, isAttached, isUnsure } = hit;
        const key = hitKey(hit);
        const line = lines.get(key);
        const page = isPaged && t('page', { page: pages.join(', ') });
        const attached = isAttached && t('attached');
        const name = [document.type, document.folio, page, attached, isUnsure && t('unsure')]
          .filter(Boolean)
          .join(' · ');
        return (
          <div key={key} className={styles.hit}>
            <Checkbox
              size="xs"
              aria-label={t('choose', { name })}
              checked={selected.has(key)}
              onChange={() => onToggle(key)}
            />
            <button
              type="button"
              className={styles.opening}
              onClick={() => {
                inspect({ ...subjectOf(document), ...findAtMark(line, hit) });
                view('dispatch');
              }}
            >
              <span>{name}</span>
              <span className={styles.line}>{line && <MarkedLine line={line} />}</span>
            </button>
          </div>
        );
      })}
    </section>
  );
}

/** Gives a document that was opened before its line was read the words to look for. */
function useLateWords(hits: Props['hits'], lines: Props['lines']): void {
  const subject = useSubject();
  const { inspect } = useInspecting();
  const shown =
    subject?.documentId === undefined || subject.find
      ? undefined
      : hits.find(({ document: { connectionId, id } }) => {
          return connectionId === subject.connectionId && id === subject.documentId;
        });
  const line = shown && lines.get(hitKey(shown));
  useEffect(() => {
    if (!subject || !shown || !line) return;
    const { find } = findAtMark(line, shown);
    if (find) inspect({ ...subject, find });
  }, [subject, shown, line, inspect]);
}
