import { Button, Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey, dispatchKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { TextCount, TextHit, TextLine } from '../../../shared/model/text-search.ts';
import { Unreadable } from '../../components/list-screen/list-screen.tsx';
import { invoke, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { DayField } from '../../ui/day-field.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { findAtMark } from '../../ui/find-at-mark.ts';
import { formatCount } from '../../ui/format.ts';
import { subjectOf, useInspecting } from '../../ui/inspected-subject.ts';
import { MarkedLine } from '../../ui/marked-line.tsx';
import { clientName } from '../../ui/query-text.ts';
import screen from '../../ui/screen.module.css';
import { UnreadTexts } from '../../ui/unread-texts.tsx';
import { UnusedWords } from '../../ui/unused-words.tsx';
import styles from './text-hits.module.css';
import { maxTextHits as maxHits, textHitsOf } from './text-hits-query.ts';

/** The part of a filter that a person chooses here. */
interface Filter {
  ruts?: Rut[];
  types?: string[];
  from?: string;
  to?: string;
}

interface Props {
  text: string;
  /** Only the documents of this result. */
  resultSetId?: string;
  /** Further tools, beside the filters. */
  children?: ReactNode;
}

/** Documents whose files have the words, by dispatch, with the line around them. */
export default function TextHits({ text, resultSetId, children }: Props) {
  const { t } = useTranslation('texts');
  const [filter, setFilter] = useState<Filter>({});
  const [shown, setShown] = useState({ text, portions: 1 });
  const portions = shown.text === text ? shown.portions : 1;
  const within = resultSetId === undefined ? {} : { resultSetId };
  const { types, ...withoutTypes } = filter;
  const counts = useInvokeQuery(
    'texts.count',
    { text, filter: { ...withoutTypes, ...within } },
    { isTimed: false },
  );
  const total =
    counts.data &&
    Object.entries(counts.data).reduce(
      (sum, [type, count]) => sum + (!types || types.includes(type) ? count : 0),
      0,
    );
  return (
    <div className={styles.hits}>
      <p className={screen.soft}>{t('means')}</p>
      <div className={styles.filters}>
        <Filters
          filter={filter}
          counts={counts.data ?? {}}
          onFilter={(changed) => {
            setFilter(changed);
            setShown({ text, portions: 1 });
          }}
        />
        {children}
      </div>
      <TextReading />
      {counts.error && counts.error.code !== 'CANCELLED' && <ErrorMessage error={counts.error} />}
      {total !== undefined && total > 0 && (
        <p role="status">{t('total', { count: total, shown: formatCount(total) })}</p>
      )}
      {Array.from({ length: portions }, (_, portion) => (
        <HitsPortion
          // biome-ignore lint/suspicious/noArrayIndexKey: a portion is its place.
          key={portion}
          query={{ ...textHitsOf(text), filter: { ...filter, ...within }, offset: portion * maxHits }}
          {...(portion === portions - 1 && { onMore: () => setShown({ text, portions: portions + 1 }) })}
        />
      ))}
    </div>
  );
}

interface PortionProps {
  query: CallInput<'texts.find'>;
  /** Shows the next portion; given to the last one. */
  onMore?: () => void;
}

/** Some of the documents, from an offset on. */
function HitsPortion({ query, onMore }: PortionProps) {
  const { t } = useTranslation('texts');
  const { data, error } = useInvokeQuery('texts.find', query, { placeholderData: keepPreviousData });
  const hits = data?.hits ?? [];
  const lines = useVisibleLines(query.text, hits);
  const groups = Map.groupBy(hits, ({ document: { connectionId, dispatchNumber } }) =>
    dispatchKey({ connectionId, number: dispatchNumber }),
  );
  const isFirst = query.offset === 0;
  return (
    <>
      {error && <ErrorMessage error={error} />}
      {isFirst && data && <UnusedWords words={data.unused} />}
      {isFirst && data && data.unreadable > 0 && <Unreadable count={data.unreadable} />}
      {isFirst && data && hits.length === 0 && data.unreadable === 0 && (
        <p className={screen.empty}>{t(data.hasWords ? 'nothing' : 'noWords')}</p>
      )}
      {[...groups].map(([key, ofDispatch]) => (
        <DispatchHits key={key} hits={ofDispatch} lines={lines} />
      ))}
      {data?.hasMore && onMore && (
        <Button variant="default" onClick={onMore}>
          {t('more', { most: maxHits })}
        </Button>
      )}
    </>
  );
}

/** The line of each hit's first page; read from the files after the hits are shown. */
function useVisibleLines(text: string, hits: readonly TextHit[]): ReadonlyMap<string, TextLine> {
  const pages = hits.map(({ document: { connectionId, id }, pages: [page = 1] }) => ({
    connectionId,
    id,
    page,
  }));
  const { data = [] } = useInvokeQuery(
    'texts.lines',
    { text, pages },
    { enabled: pages.length > 0, isTimed: false },
  );
  return new Map(data.map((line) => [compositeKey(line.connectionId, line.id), line]));
}

interface FiltersProps {
  filter: Filter;
  /** Documents with the words by type, of every type. */
  counts: TextCount;
  onFilter: (filter: Filter) => void;
}

/** Client, type and days of issue. */
function Filters({ filter, counts, onFilter }: FiltersProps) {
  const { t } = useTranslation('texts');
  const clients = useInvokeQuery('clients.list', undefined).data ?? [];
  const { ruts: _ruts, ...withoutClient } = filter;
  const { types: _types, ...withoutType } = filter;
  const { from: _from, ...withoutFrom } = filter;
  const { to: _to, ...withoutTo } = filter;
  const types = [...new Set([...Object.keys(counts), ...(filter.types ?? [])])].filter((type) => type !== '');
  return (
    <>
      <Select
        label={t('client')}
        placeholder={t('all')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('clear') }}
        value={filter.ruts?.[0] ?? null}
        data={clients.map(({ rut }) => ({ value: rut, label: clientName(rut, clients) }))}
        onChange={(rut) => onFilter(rut ? { ...filter, ruts: [rut as Rut] } : withoutClient)}
      />
      <Select
        label={t('type')}
        placeholder={t('all')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('clear') }}
        value={filter.types?.[0] ?? null}
        data={types
          .sort()
          .map((type) => ({ value: type, label: `${type} (${formatCount(counts[type] ?? 0)})` }))}
        onChange={(type) => onFilter(type ? { ...filter, types: [type] } : withoutType)}
      />
      <DayField
        label={t('from')}
        first={undefined}
        onDay={(day) => onFilter(day ? { ...filter, from: day } : withoutFrom)}
      />
      <DayField
        label={t('to')}
        first={undefined}
        onDay={(day) => onFilter(day ? { ...filter, to: day } : withoutTo)}
      />
    </>
  );
}

interface DispatchHitsProps {
  hits: readonly TextHit[];
  lines: ReadonlyMap<string, TextLine>;
}

/** The hits of one dispatch; each opens the viewer at the words. */
function DispatchHits({ hits, lines }: DispatchHitsProps) {
  const { t } = useTranslation('texts');
  const { inspect, view } = useInspecting();
  const number = hits[0]?.document.dispatchNumber ?? '';
  return (
    <section>
      <h2>{number === '' ? t('noDispatch') : t('dispatch', { number })}</h2>
      {hits.map(({ document, pages, isPaged, isUnsure }) => {
        const key = compositeKey(document.connectionId, document.id);
        const line = lines.get(key);
        const page = isPaged && t('page', { page: pages.join(', ') });
        const name = [document.type, document.folio, page, isUnsure && t('unsure')];
        return (
          <button
            key={key}
            type="button"
            className={styles.hit}
            onClick={() => {
              inspect({ ...subjectOf(document), ...findAtMark(line, { isPaged }) });
              view('dispatch');
            }}
          >
            <span>{name.filter(Boolean).join(' · ')}</span>
            {line && (
              <span className={styles.line}>
                <MarkedLine line={line} />
              </span>
            )}
          </button>
        );
      })}
    </section>
  );
}

/** How much is read, what is not, and the pause: what is unread is in no answer. */
function TextReading() {
  const { t } = useTranslation('texts');
  const { data: status, error } = useInvokeQuery('texts.status', undefined);
  if (!status) return error && <ErrorMessage error={error} />;
  const { state, secondsLeft, isRemade } = status;
  const minutes = secondsLeft === undefined ? undefined : Math.max(1, Math.ceil(secondsLeft / 60));
  const pause = (isPaused: boolean) => invoke('texts.pause', { isPaused }).catch(() => undefined);
  return (
    <div className={styles.reading} role="status">
      {state !== 'idle' && <span>{t(`state.${state}`)}</span>}
      {(state === 'reading' || state === 'scans') && minutes !== undefined && (
        <span>{t('left', { count: minutes, shown: formatCount(minutes) })}</span>
      )}
      {(state === 'reading' || state === 'scans') && (
        <Button size="compact-xs" variant="default" onClick={() => pause(true)}>
          {t('pause')}
        </Button>
      )}
      {state === 'paused' && (
        <Button size="compact-xs" variant="default" onClick={() => pause(false)}>
          {t('resume')}
        </Button>
      )}
      {isRemade && <span className={screen.warn}>{t('remade')}</span>}
      <UnreadTexts status={status} />
    </div>
  );
}
