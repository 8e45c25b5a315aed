import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallInput, CallOutput } from '../../../shared/contract.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { scopeOf } from '../../components/list-screen/scope.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { type FilteredRoute, nobody } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { filterLabel, type RequestFilter, requestFilterInput } from './missing-groups.ts';

const requestFilters = ['all', 'not-asked', 'asked'] as const;
const isRequestFilter = isOneOf<RequestFilter>(requestFilters);
const isParty = (value: string): value is string => value !== '';
const isYes = isOneOf(['yes']);

/** The filters of the list of missing documents, their setters, and the query that they make. */
export interface MissingFilter {
  requested: RequestFilter;
  setRequested: (requested: RequestFilter) => void;
  /** The selected party, as the select's value; null without one. */
  owing: string | null;
  setOwing: (owing: string | null) => void;
  onlyOver: boolean;
  setOnlyOver: (onlyOver: boolean) => void;
  /** The party that owes the documents; undefined for all parties, `''` if none is known. */
  responsible: string | undefined;
  /** Whether a filter hides some documents. */
  isNarrowed: boolean;
  /** The dispatches that the list is about. */
  dispatches: CallInput<'dossier.incomplete'>;
  query: Omit<CallInput<'dossier.gaps'>, 'offset' | 'limit' | 'sort'>;
}

/** Holds the filters of the list of missing documents, which the route keeps; `text` is that of its field. */
export function useMissingFilter(route: FilteredRoute, text: TextFilter | undefined): MissingFilter {
  const scope = scopeOf(route);
  const [requested = 'all', setRequested] = useChoice(route, 'requested', isRequestFilter);
  const [owing = null, setOwing] = useChoice(route, 'owing', isParty);
  const [over, setOver] = useChoice(route, 'onlyOver', isYes);
  const onlyOver = over !== undefined;
  const responsible = owing === null ? undefined : owing === nobody ? '' : owing;
  const dispatches = { scope, ...(onlyOver && { isOver: true }) };
  return {
    requested,
    setRequested: (next) => setRequested(next === 'all' ? undefined : next),
    owing,
    setOwing: (next) => setOwing(next ?? undefined),
    onlyOver,
    setOnlyOver: (next) => setOver(next ? 'yes' : undefined),
    responsible,
    isNarrowed: requested !== 'all' || owing !== null || onlyOver || text !== undefined,
    dispatches,
    query: {
      ...dispatches,
      ...requestFilterInput(requested),
      ...(responsible !== undefined && { responsible }),
      ...(text && { filter: text }),
    },
  };
}

interface MissingFiltersProps {
  filter: MissingFilter;
  /** The latest result, whose counts are shown. */
  result: CallOutput<'dossier.gaps'> | undefined;
  /** Labels a party. */
  nameOf: (responsible: string) => string;
}

/** The controls of the filters: what was requested, who owes it, and dispatches that are over. */
export function MissingFilters({ filter, result, nameOf }: MissingFiltersProps) {
  const { t } = useTranslation('missing');
  return (
    <>
      <SegmentedControl
        aria-label={t('filter.name')}
        data={requestFilters.map((value) => ({ value, label: filterLabel(value, result, t) }))}
        value={filter.requested}
        onChange={filter.setRequested}
      />
      <Select
        aria-label={t('responsible')}
        placeholder={t('everybody')}
        clearable
        className={screen.within ?? ''}
        data={partyOptions(filter, result, nameOf)}
        value={filter.owing}
        onChange={filter.setOwing}
      />
      <CheckField label={t('onlyOver')} checked={filter.onlyOver} onCheck={filter.setOnlyOver} />
    </>
  );
}

/** The parties that owe documents; a selected one stays when nothing is missing of it any more. */
function partyOptions(
  { owing, responsible = '' }: MissingFilter,
  result: MissingFiltersProps['result'],
  nameOf: MissingFiltersProps['nameOf'],
) {
  const parties = result?.byResponsible ?? [];
  const options = parties.map((one) => ({
    value: one.responsible || nobody,
    label: `${nameOf(one.responsible)} (${one.missingCount})`,
  }));
  if (owing === null || options.some(({ value }) => value === owing)) return options;
  return [...options, { value: owing, label: `${nameOf(responsible)} (0)` }];
}
