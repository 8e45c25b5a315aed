import type { TFunction } from 'i18next';
import type { Client } from '../../../shared/model/connection.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import { formatDays } from '../../ui/days.ts';
import { formatCount } from '../../ui/format.ts';
import { clientName } from '../../ui/query-text.ts';
import type { DownloadSelection } from './download-selection.ts';

/** The name of a batch: what was selected, of which client, and the range of issue dates; `''` if empty. */
export function batchName(
  of: DownloadSelection['of'],
  { documents, dispatches, clients, days, first }: SelectionSummary,
  directory: readonly Client[] | undefined,
  t: TFunction<'downloads'>,
): string {
  if (!first || documents === 0) return '';
  const { rut, dispatchNumber: number } = first;
  const who = clients === 1 ? clientName(rut, directory) : t('name.clients', { count: clients });
  const isOfOne = dispatches === 1 && number !== '';
  if (of === 'dispatches') {
    return isOfOne
      ? t('name.dispatch', { number, who })
      : dated(t('name.dispatches', { count: dispatches, shown: formatCount(dispatches), who }), days);
  }
  if (documents === 1) {
    const document = [first.type, first.folio].filter(Boolean).join(' ') || first.id;
    return isOfOne ? t('name.paper', { document, number }) : document;
  }
  const counted = { count: documents, shown: formatCount(documents) };
  if (isOfOne) return t('name.ofDispatch', { ...counted, number });
  return dated(t('name.documents', { ...counted, who }), days);
}

function dated(name: string, days: SelectionSummary['days']): string {
  return days ? `${name} · ${formatDays(days.start, days.end)}` : name;
}
