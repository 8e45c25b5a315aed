import { SegmentedControl } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { PaymentFilter } from '../../../shared/model/payment-queries.ts';
import type { SupportedPayment } from '../../../shared/model/review.ts';
import { asRut } from '../../../shared/model/rut.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { StateText } from '../../components/data-grid/cells.tsx';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { countSelected, type RowSelection } from '../../components/data-grid/row-selection.ts';
import { downloadOfLinks } from '../../components/document-actions/download-selection.ts';
import { deliveryOfLinks } from '../../components/document-actions/use-documents.ts';
import {
  textColumn,
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { selectedRowsHere } from '../../components/list-screen/selected-rows.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import type { PagedList } from '../../components/list-screen/use-paged-list.ts';
import { useSelection } from '../../components/list-screen/use-selection.ts';
import { useInspecting } from '../../ui/inspected-subject.ts';
import { SearchFirst } from '../../ui/search-first.tsx';
import { useShowInspector } from '../../ui/stored-layout.ts';
import { currencyColumn, hasCurrencies } from './currency-column.ts';
import { choiceLabel, type PaymentChoice, paymentChoices, sumLabel } from './payment-labels.ts';
import { type SumName, sumNames } from './sum-rows.ts';
import { documentToShow, supportNames, supportStatus } from './support-labels.ts';
import { SupportMark } from './support-mark.tsx';

interface Props {
  pagedList: PagedList<'dossier.payments'>;
  scope: ScopeInput;
  choice: PaymentChoice;
  onChoice: (choice: PaymentChoice) => void;
  filter?: PaymentFilter;
  /** The number of dispatches that they belong to. */
  note: string;
}

function paymentKey({ connectionId, dispatchNumber, id }: SupportedPayment): string {
  return compositeKey(connectionId, dispatchNumber, id);
}

/** The documents that support disbursements; one of another issuer is no support. */
function documentsOf(payments: readonly SupportedPayment[]) {
  return payments.flatMap(({ connectionId, dispatchNumber: number, support }) =>
    support.documents.map(({ documentId }) => ({ connectionId, number, documentId })),
  );
}

/** Every disbursement, with its supporting document if it has one. */
export function PaymentList({ pagedList: { shown, latest }, scope, choice, onChoice, filter, note }: Props) {
  const { t } = useTranslation('payments');
  const columns = usePaymentColumns(hasCurrencies(latest?.sums));
  const clientLabels = useClientLabels();
  const { inspect, view } = useInspecting();
  const showInspector = useShowInspector();
  const [selection, setSelection] = useSelection(shown.pages, paymentKey);
  const label = useChosenLabel(shown.pages, selection, withoutOfAll(choice, latest));
  const query = { scope, ...(choice !== 'all' && { only: choice }), ...(filter && { filter }) };
  function inspectRow(payment: SupportedPayment) {
    const documentId = documentToShow(payment);
    const { connectionId, dispatchNumber: number, rut } = payment;
    inspect({ connectionId, number, rut, ...(documentId !== undefined && { documentId }) });
  }
  return (
    <ListScreen
      list="payments"
      name={t('part.list')}
      {...shown}
      columns={columns}
      rowKey={paymentKey}
      selecting={[selection, setSelection]}
      note={note}
      onCursor={inspectRow}
      onPreview={(payment) => (documentToShow(payment) === undefined ? showInspector() : view('rows'))}
      hint={latest ? sumLabel(latest, t) : ''}
      empty={choice === 'all' && !filter ? <SearchFirst>{t('nothing')}</SearchFirst> : t('nothingFiltered')}
      tools={
        <SegmentedControl
          aria-label={t('choiceName')}
          data={paymentChoices.map((value) => ({ value, label: choiceLabel(value, latest, t) }))}
          value={choice}
          onChange={onChoice}
        />
      }
      documents={(rows) => downloadOfLinks(documentsOf(rows))}
      label={label}
      toDeliver={(rows) => deliveryOfLinks(documentsOf(rows))}
      save={exportList('payments', query, {
        ...clientLabels,
        support: {
          supported: t('support.sure'),
          unsupported: t('support.unsupported'),
          'no-number': t('support.no-number'),
        },
      })}
    />
  );
}

/**
 * The number of selected disbursements, and of those without a document where it is known: no row is read for
 * it. `ofAll` is that number for the whole list.
 */
function useChosenLabel(
  pages: PagedRows<SupportedPayment>,
  selection: RowSelection,
  ofAll: number | undefined,
): string {
  const { t } = useTranslation('payments');
  const { t: of } = useTranslation('dossier');
  const rowCount = useSyncExternalStore(pages.subscribe, pages.shown).count;
  const without = useSyncExternalStore(pages.subscribe, () => countWithout(pages, selection, ofAll));
  const chosen = of('chosen', { count: countSelected(selection, rowCount) });
  return without ? `${chosen} · ${t('withoutDocument', { count: without })}` : chosen;
}

/** The number of selected disbursements without a document; undefined where that needs rows not loaded. */
function countWithout(
  pages: PagedRows<SupportedPayment>,
  selection: RowSelection,
  ofAll: number | undefined,
): number | undefined {
  const areAll = selection.kind === 'all';
  const named = areAll ? { kind: 'some' as const, keys: selection.except } : selection;
  const rows = selectedRowsHere(pages, named, paymentKey);
  const without = rows?.filter(({ support }) => support.documents.length === 0).length;
  if (!areAll) return without;
  return ofAll === undefined || without === undefined ? undefined : ofAll - without;
}

/** The number of disbursements of a list without a document; undefined until known. */
function withoutOfAll(choice: PaymentChoice, latest: Props['pagedList']['latest']): number | undefined {
  if (!latest || choice === 'supported') return latest && 0;
  return choice === 'all' ? latest.total - latest.supported : latest.total;
}

function usePaymentColumns(withCurrency: boolean): readonly ListColumn<SupportedPayment>[] {
  const { t } = useTranslation('payments');
  const { t: of } = useTranslation('dossier');
  const { text, amount, saved } = useTitledColumns<SupportedPayment, 'payments'>('payments');
  const common = useCommonColumns();
  return useMemo(() => {
    const sum = (name: SumName) => amount(name, 96, ({ [name]: value }) => value);
    const first: ListColumn<SupportedPayment>[] = [
      textColumn('dispatchNumber', of('column.number'), 84, (row) => row.dispatchNumber),
      common.day('date', t('column.date'), ({ date }) => date),
      text('analysisName', 132, (row) => row.analysisName, 190),
      sum('amount'),
      ...(withCurrency ? [currencyColumn<SupportedPayment>(t)] : []),
      {
        ...text(
          'support',
          230,
          (row) => supportNames(row) || t(`support.${supportStatus(row.support)}`),
          330,
        ),
        node: (row) => <SupportMark payment={row} />,
        saved: saved('support', 'papers'),
      },
      {
        ...text('state', 100, ({ state }) => stateText(state)),
        node: ({ state }) => <StateText state={state} />,
      },
      text('providerName', 180, (row) => row.providerName, 340),
    ];
    const more: ListColumn<SupportedPayment>[] = [
      text('documentNumber', 100, (row) => row.documentNumber),
      text('providerId', 110, (row) => asRut(row.providerId)),
      ...sumNames.filter((name) => name !== 'amount').map(sum),
      common.client(),
    ];
    return [...first, ...more.map((column) => ({ ...column, isShownAtFirst: false }))];
  }, [common, withCurrency, t, of, text, amount, saved]);
}
