import type { TFunction } from 'i18next';
import { clientName } from '../../shared/model/client-names.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { Range } from '../../shared/model/dates.ts';
import type { SearchQuery, TypeChoice } from '../../shared/model/search-query.ts';
import { formatDays, presetOf } from './day-range-presets.ts';

type T = TFunction<'search'>;

/** A range as text. */
export function rangeLabel(range: Range, t: T): string {
  const preset = presetOf(range);
  if (preset) return t(`preset.${preset}`);
  if (range.kind === 'days') return formatDays(range.start, range.end);
  return range.kind === 'last-days' ? t('lastDays', { count: range.days }) : t('preset.thisYear');
}

/** A selection of types as text. */
export function typesLabel(types: TypeChoice, t: T): string {
  if (types.kind === 'all') return t(`allTypes.${types.operation}`);
  const [only] = types.names;
  return types.names.length === 1 && only !== undefined
    ? only
    : t('someTypes', { count: types.names.length });
}

/** A query on one line, as the title of its result. */
export function describeQuery(query: SearchQuery, clients: readonly Client[] | undefined, t: T): string {
  if (query.kind === 'dispatches') {
    const [only] = query.dispatches;
    return query.dispatches.length === 1 && only
      ? t('oneDispatch', { number: only.number })
      : t('manyDispatches', { count: query.dispatches.length });
  }
  const [first] = query.ruts;
  const who =
    query.ruts.length === 1 && first
      ? clientName(first, clients)
      : t('manyClients', { count: query.ruts.length });
  return [who, rangeLabel(query.range, t), typesLabel(query.types, t)].join(' · ');
}

/** Maximum number of clients that are listed by name. */
const maxNamedClients = 20;

/** A query as a person would type it into the search box; `''` if it has too many clients. */
export function queryText(query: SearchQuery, clients: readonly Client[] | undefined): string {
  if (query.kind === 'dispatches') return query.dispatches.map(({ number }) => number).join('; ');
  if (query.ruts.length > maxNamedClients) return '';
  return query.ruts.map((rut) => clientName(rut, clients)).join('; ');
}
