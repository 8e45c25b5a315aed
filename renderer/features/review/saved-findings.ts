import type { TFunction } from 'i18next';
import type { SavedColumn } from '../../components/list-screen/list-column.ts';

const columns = [
  'kind',
  'dispatches',
  'papers',
  'payments',
  'subject',
  'folio',
  'issuerId',
  'issuerName',
  'net',
  'tax',
  'exempt',
  'total',
  'difference',
  'customerId',
  'customerName',
  'type',
  'count',
  'single',
  'note',
] as const;

/** The columns of a saved list of findings: each kind fills those of its own reason. */
export function savedFindingColumns(t: TFunction<'review'>): SavedColumn[] {
  return columns.map((column) => ({ column, title: t(`saved.${column}`) }));
}
