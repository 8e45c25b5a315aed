import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Finding, findingKinds } from '../../../shared/model/review.ts';
import { useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { findingReason, findingSubject } from './finding-labels.ts';

/** The columns of the list of findings. */
export function useFindingColumns(): readonly ListColumn<Finding>[] {
  const { t } = useTranslation('review');
  const { text } = useTitledColumns<Finding, 'review'>('review');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(
    () => [
      text('subject', 250, ({ reason }) => findingSubject(reason, t), 480),
      text('dispatches', 116, ({ dispatches }) => dispatches.map(({ number }) => number).join(', '), 140),
      {
        ...text('why', 360, (finding) => findingReason(finding, clients, t), 700),
        isUnsorted: true,
      },
      text('note', 140, ({ dismissed }) => dismissed?.note ?? '', 200),
    ],
    [t, text, clients],
  );
}

const savedColumns = [
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
  'stated',
  'known',
  'note',
] as const;

/** The columns and words of a saved list of findings: each kind fills the columns of its own reason. */
export function savedFindings(t: TFunction<'review'>) {
  return {
    columns: savedColumns.map((column) => ({ column, title: t(`saved.${column}`) })),
    words: { kind: Object.fromEntries(findingKinds.map((kind) => [kind, t(`kind.${kind}`)])) },
  };
}
