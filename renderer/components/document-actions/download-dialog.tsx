import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { RuleName } from '../../../shared/model/client-rules.ts';
import type { Range } from '../../../shared/model/dates.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SearchQuery, Selection } from '../../../shared/model/search-query.ts';
import { invoke, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useConnectionName } from '../../ui/connection-name.ts';
import { DayField } from '../../ui/day-field.tsx';
import { daysOf, presetOf, presets } from '../../ui/day-range-presets.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { OpenedProps } from '../../ui/opened-dialog.tsx';
import { useWholeFirst, WholeFirstField } from './complete-dispatches-first.tsx';
import styles from './document-actions.module.css';
import { DownloadForm, type FormProps } from './download-form.tsx';
import type { DownloadSelection, Whole } from './download-selection.ts';
import { FetchState } from './fetch-state.tsx';
import { useFetchFirst } from './use-fetch-first.ts';

/** Asks for the destination folder and the file name template; if a folder is set, one key suffices. */
export default function DownloadDialog({ about: download, onClose }: OpenedProps<DownloadSelection>) {
  const { t } = useTranslation('downloads');
  const { of, count, documents } = download;
  return (
    <Dialog title={t(`dialog.${of}`, { count })} size="lg" onClose={onClose}>
      {documents.kind === 'kept' ? (
        <StoredDownload download={download} {...documents} onClose={onClose} />
      ) : (
        <ClientsDownload download={download} ruts={documents.ruts} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface StoredDownloadProps extends Pick<FormProps, 'download' | 'onClose'> {
  read: () => Promise<Selection | undefined>;
  whole?: Whole;
}

/** Known documents: their count and size are shown before the download. */
function StoredDownload({ download, read, whole, onClose }: StoredDownloadProps) {
  const { t } = useTranslation('downloads');
  const [withInactive, setInactive] = useState(false);
  const [selection] = useState(() => onceRead(read));
  const [isFollowed, setFollowed] = useState(true);
  const rules: RuleName[] = isFollowed && download.followsTypes ? ['types'] : [];
  const wholeFirst = useWholeFirst(whole);
  const { data, error } = useQuery<SelectionSummary | null, AppError>({
    queryKey: ['downloads.summary', useId(), withInactive, isFollowed],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const selected = await selection();
      return selected ? invoke('downloads.summary', { selection: selected, withInactive, rules }) : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  async function select(): Promise<Selection | 'not-yet' | undefined> {
    const dispatches = await wholeFirst.first();
    if (dispatches === 'not-yet') return dispatches;
    return dispatches ? { kind: 'dispatches', dispatches: [...dispatches] } : selection();
  }
  return (
    <DownloadForm
      download={download}
      select={select}
      isInPart={wholeFirst.partial.length > 0 && !wholeFirst.isEnabled}
      summary={data ?? undefined}
      error={error}
      ruled={data?.ruled?.ruts ?? none}
      isFollowed={isFollowed}
      onFollow={setFollowed}
      withInactive={withInactive}
      onInactive={setInactive}
      onClose={onClose}
    >
      <WholeFirstField whole={wholeFirst} button={t('start')} />
    </DownloadForm>
  );
}

/** Reads the selection once, and again only after a failure. */
function onceRead<Read>(read: () => Promise<Read>): () => Promise<Read> {
  let known: Promise<Read> | undefined;
  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

interface ClientsProps extends Pick<FormProps, 'download' | 'onClose'> {
  ruts: readonly Rut[];
}

/** The documents of clients in a period: queries the agency, then downloads the results. */
function ClientsDownload({ download, ruts, onClose }: ClientsProps) {
  const { t } = useTranslation('downloads');
  const [withInactive, setInactive] = useState(false);
  const [isFollowed, setFollowed] = useState(true);
  const connections = useInvokeQuery('connections.list', undefined).data ?? [];
  const nameOf = useConnectionName();
  // The most recent query is the likeliest period.
  const latest = useInvokeQuery('search.recent', undefined).data?.[0]?.query;
  const [selectedRange, setRange] = useState<Range>();
  const [selectedAgency, setAgency] = useState<string>();
  const range = selectedRange ?? (latest?.kind === 'range' ? latest.range : lastMonth);
  const ofLatest = latest?.connectionIds.find((id) => connections.some((one) => one.id === id));
  const connectionId = selectedAgency ?? ofLatest ?? connections[0]?.id;
  const query: SearchQuery = {
    kind: 'range',
    connectionIds: connectionId === undefined ? [] : [connectionId],
    ruts: [...ruts],
    range,
    types: { kind: 'all', operation: 'both' },
    complete: false,
  };
  const weight = useInvokeQuery('search.estimate', query, { enabled: connectionId !== undefined }).data;
  const fetching = useFetchFirst([query]);
  async function select() {
    const fetched = await fetching.run([query]);
    if (fetched === 'not-yet') return fetched;
    const [resultSetId] = fetched;
    return resultSetId === undefined
      ? undefined
      : { kind: 'all' as const, resultSetId, filter: '', except: [] };
  }
  return (
    <DownloadForm
      download={download}
      select={select}
      ruled={ruts}
      isFollowed={isFollowed}
      onFollow={setFollowed}
      withInactive={withInactive}
      onInactive={setInactive}
      onClose={onClose}
    >
      <div className={styles.period}>
        <PeriodField range={range} onRange={setRange} />
        {connections.length > 1 && (
          <Select
            label={t('agency')}
            allowDeselect={false}
            data={connections.map((one) => ({ value: one.id, label: nameOf(one) }))}
            value={connectionId ?? null}
            onChange={(id) => setAgency(id ?? undefined)}
          />
        )}
      </div>
      <FetchState
        fetching={fetching}
        button={t('start')}
        before={weight && t('askedFirst', { count: weight.requests })}
      />
    </DownloadForm>
  );
}

const none: readonly Rut[] = [];
const lastMonth: Range = { kind: 'last-month' };

interface PeriodFieldProps {
  range: Range;
  onRange: (range: Range) => void;
}

/** The period: presets by name, or typed dates. */
function PeriodField({ range, onRange }: PeriodFieldProps) {
  const { t } = useTranslation('search');
  const { t: downloads } = useTranslation('downloads');
  const preset = presetOf(range);
  const [isTyped, setTyped] = useState(preset === undefined);
  const days = daysOf(range);
  const [typed, setDays] = useState<{ start: string | undefined; end: string | undefined }>(days);
  function type(change: Partial<typeof typed>) {
    const { start, end } = { ...typed, ...change };
    setDays({ start, end });
    if (start !== undefined && end !== undefined && start <= end) onRange({ kind: 'days', start, end });
  }
  return (
    <>
      <Select
        label={t('dates')}
        allowDeselect={false}
        data={[
          ...presets.map(({ name }) => ({ value: name as string, label: t(`preset.${name}`) })),
          { value: 'typed', label: downloads('otherDays') },
        ]}
        value={isTyped || preset === undefined ? 'typed' : preset}
        onChange={(value) => {
          const selected = presets.find(({ name }) => name === value);
          setTyped(selected === undefined);
          if (selected) onRange(selected.range);
          else setDays(days);
        }}
      />
      {(isTyped || preset === undefined) && (
        <>
          <DayField label={t('from')} first={days.start} onDay={(start) => type({ start })} />
          <DayField label={t('to')} first={days.end} onDay={(end) => type({ end })} />
        </>
      )}
    </>
  );
}
