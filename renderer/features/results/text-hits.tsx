import { Button, Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey, dispatchKey } from '../../../shared/composite-key.ts';
import type { CallInput } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { TextCount, WordsFilter } from '../../../shared/model/text-search.ts';
import { Unreadable } from '../../components/list-screen/list-screen.tsx';
import { useAppMutation, useInvokeQueries, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useChangeSettings, useSettings } from '../../ipc/settings-hooks.ts';
import { DayField } from '../../ui/day-field.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useFocusOnMount } from '../../ui/focus-on-mount.ts';
import { formatCount } from '../../ui/format.ts';
import screen from '../../ui/screen.module.css';
import { UnreadTexts } from '../../ui/unread-texts.tsx';
import { UnusedWords } from '../../ui/unused-words.tsx';
import { DispatchHits, hitKey } from './dispatch-hits.tsx';
import { SaveWords } from './save-words.tsx';
import styles from './text-hits.module.css';
import { maxTextHits as maxHits, textHitsOf } from './text-hits-query.ts';
import { TextHitsSelection } from './text-hits-selection.tsx';

interface Props {
  text: string;
  /** Only the documents of this result. */
  resultSetId?: string | undefined;
  /** The open saved search. */
  saved: SavedSearch | undefined;
  /** What the words were narrowed to when they were saved. */
  initialFilter: WordsFilter | undefined;
  /** What is saved with a filter. */
  toSave: (filter: WordsFilter) => Omit<ComponentProps<typeof SaveWords>, 'saved' | 'resultSetId'>;
}

/** Documents whose files have the words, by dispatch, with the line around them. */
export default function TextHits({ text, resultSetId, saved, initialFilter = {}, toSave }: Props) {
  const { t } = useTranslation(['texts', 'results']);
  const region = useRef<HTMLElement>(null);
  useFocusOnMount(region);
  const [filter, setFilter] = useState(initialFilter);
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
  const { of, pages, hits, lines } = useHits(text, { ...filter, ...within }, portions);
  const [selected, setSelected] = useSelectionOf(of);
  const first = pages[0]?.data;
  const groups = Map.groupBy(hits, ({ document: { connectionId, dispatchNumber } }) =>
    dispatchKey({ connectionId, number: dispatchNumber }),
  );
  return (
    <>
      <section
        ref={region}
        className={styles.hits}
        aria-label={t('foundPart.text', { ns: 'results' })}
        tabIndex={-1}
      >
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
          <SaveWords {...toSave(filter)} saved={saved} resultSetId={resultSetId} />
        </div>
        <TextReading />
        {total !== undefined && total > 0 && <p role="status">{t('total', { count: total })}</p>}
        <Failures results={[counts, ...pages]} />
        {first && <UnusedWords words={first.unused} />}
        {first && first.unreadable > 0 && <Unreadable count={first.unreadable} />}
        {first?.hits.length === 0 && first.unreadable === 0 && (
          <p className={screen.empty}>{t(first.hasWords ? 'nothing' : 'noWords')}</p>
        )}
        {[...groups].map(([key, ofDispatch]) => (
          <DispatchHits
            key={key}
            hits={ofDispatch}
            lines={lines}
            selected={selected}
            onToggle={(hit) => setSelected(toggled(selected, hit))}
          />
        ))}
        {pages.at(-1)?.data?.hasMore && (
          <Button variant="default" onClick={() => setShown({ text, portions: portions + 1 })}>
            {t('more', { most: maxHits })}
          </Button>
        )}
      </section>
      {hits.length > 0 && (
        <TextHitsSelection saved={saved} hits={hits} selected={selected} onSelect={setSelected} />
      )}
    </>
  );
}

/** The selected hits of a text, by `hitKey`, and their setter; none of another text's. */
function useSelectionOf(of: string) {
  const [selection, setSelection] = useState<{ of: string; keys: ReadonlySet<string> }>();
  if (selection?.of !== of) setSelection({ of, keys: new Set() });
  const keys = selection?.of === of ? selection.keys : new Set<string>();
  return [keys, (selected: ReadonlySet<string>) => setSelection({ of, keys: selected })] as const;
}

function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const now = new Set(selected);
  if (!now.delete(key)) now.add(key);
  return now;
}

/**
 * The portions of hits in sight, and the line of each hit's first page, which is read from its file. `of` is
 * the text that they have: those of the one before stay in sight until the first portion is found.
 */
function useHits(text: string, filter: CallInput<'texts.find'>['filter'], portions: number) {
  const query = { ...textHitsOf(text), filter };
  const first = useInvokeQuery('texts.find', query, { placeholderData: keepPreviousData });
  const [known, setKnown] = useState(text);
  const of = first.isPlaceholderData ? known : text;
  // A text whose search fails has no hits in sight.
  if (first.data && known !== of) setKnown(of);
  const further = useInvokeQueries(
    'texts.find',
    Array.from({ length: portions - 1 }, (_, index) => ({ ...query, offset: (index + 1) * maxHits })),
  );
  const pages = [first, ...further];
  const lines = useInvokeQueries(
    'texts.lines',
    pages.flatMap(({ data }) =>
      data && data.hits.length > 0
        ? {
            text: of,
            pages: data.hits.map(({ document: { connectionId, id }, pages: [page = 1] }) => ({
              connectionId,
              id,
              page,
            })),
          }
        : [],
    ),
    { isTimed: false },
  );
  // Between two portions, what was found meanwhile moves a document from one to the next.
  const hits = new Map(pages.flatMap(({ data }) => data?.hits ?? []).map((hit) => [hitKey(hit), hit]));
  return {
    of,
    pages,
    hits: [...hits.values()],
    lines: new Map(
      lines.flatMap(({ data = [] }) => data).map((line) => [compositeKey(line.connectionId, line.id), line]),
    ),
  };
}

/** The errors of portions and counts; what a newer question ended is no failure. */
function Failures({ results }: { results: readonly { error: AppError | null }[] }) {
  return results.map(({ error }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a result is its place.
    error && error.code !== 'CANCELLED' ? <ErrorMessage key={index} error={error} /> : null,
  );
}

interface FiltersProps {
  filter: WordsFilter;
  /** Documents with the words by type, of every type. */
  counts: TextCount;
  onFilter: (filter: WordsFilter) => void;
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
  // A saved filter may name a client that is in the directory no more.
  const ruts = [...new Set([...clients.map(({ rut }) => rut), ...(filter.ruts ?? [])])];
  const clearButtonProps = { 'aria-label': t('clear') };
  const choice = { placeholder: t('all'), clearable: true, searchable: true, clearButtonProps };
  return (
    <>
      <Select
        {...choice}
        label={t('client')}
        value={filter.ruts?.[0] ?? null}
        data={ruts.map((rut) => ({ value: rut, label: clientName(rut, clients) }))}
        onChange={(rut) => onFilter(rut ? { ...filter, ruts: [rut as Rut] } : withoutClient)}
      />
      <Select
        {...choice}
        label={t('type')}
        value={filter.types?.[0] ?? null}
        data={types
          .sort()
          .map((type) => ({ value: type, label: `${type} (${formatCount(counts[type] ?? 0)})` }))}
        onChange={(type) => onFilter(type ? { ...filter, types: [type] } : withoutType)}
      />
      <DayField
        label={t('from')}
        first={filter.from}
        onDay={(day) => onFilter(day ? { ...filter, from: day } : withoutFrom)}
      />
      <DayField
        label={t('to')}
        first={filter.to}
        onDay={(day) => onFilter(day ? { ...filter, to: day } : withoutTo)}
      />
    </>
  );
}

/** How much is read, what is not, and the pause: what is unread is in no answer. */
function TextReading() {
  const { t } = useTranslation(['texts', 'settings']);
  const { data: status, error } = useInvokeQuery('texts.status', undefined);
  const { managed } = useSettings();
  const change = useAppMutation(useChangeSettings());
  if (!status) return error && <ErrorMessage error={error} />;
  const { state, secondsLeft, isRemade } = status;
  const minutes = secondsLeft === undefined ? undefined : Math.max(1, Math.ceil(secondsLeft / 60));
  const pause = (pausesTexts: boolean) => change.mutate({ pausesTexts });
  const isManaged = managed.includes('pausesTexts');
  return (
    <div className={styles.reading} role="status">
      {state !== 'idle' && <span>{t(`state.${state}`)}</span>}
      {(state === 'reading' || state === 'scans') && minutes !== undefined && (
        <span>{t('left', { count: minutes })}</span>
      )}
      {(state === 'reading' || state === 'scans') && !isManaged && (
        <Button size="compact-xs" variant="default" onClick={() => pause(true)}>
          {t('pause')}
        </Button>
      )}
      {state === 'paused' && isManaged && <span>{t('managed', { ns: 'settings' })}</span>}
      {state === 'paused' && !isManaged && (
        <Button size="compact-xs" variant="default" onClick={() => pause(false)}>
          {t('resume')}
        </Button>
      )}
      {change.error && <ErrorMessage error={change.error} />}
      {isRemade && <span className={screen.warn}>{t('remade')}</span>}
      <UnreadTexts status={status} />
    </div>
  );
}
