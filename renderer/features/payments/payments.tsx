import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { PaymentFilter } from '../../../shared/model/payment-queries.ts';
import type { PaymentSums } from '../../../shared/model/review.ts';
import { amountOrMissing } from '../../components/data-grid/cells.tsx';
import { useFixedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { PaymentsKnown, paymentsKnownLabel } from '../../components/document-actions/payments-known.tsx';
import { textColumn } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { PartTabs } from '../../components/list-screen/part-tabs.tsx';
import { type ScopeInput, scopeOf } from '../../components/list-screen/scope.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { exportList } from '../../components/list-screen/use-list-actions.ts';
import { usePagedList } from '../../components/list-screen/use-paged-list.ts';
import { WithinFields } from '../../components/list-screen/within-fields.tsx';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatAmount, formatCount } from '../../ui/format.ts';
import { type PaymentsPart, paymentsTabs, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SearchFirst } from '../../ui/search-first.tsx';
import { currencyColumn, hasCurrencies } from './currency-column.ts';
import { PaymentFilterBar } from './payment-filter-bar.tsx';
import { paymentChoices } from './payment-labels.ts';
import { PaymentList } from './payment-list.tsx';
import { PaymentTableView } from './payment-table-view.tsx';
import { type SumName, type SumRow, shownSum, sumNames, sumRows } from './sum-rows.ts';
import { type PaymentFilterText, usePaymentFilter } from './use-payment-filter.ts';

const isPaymentChoice = isOneOf(paymentChoices);

type PaymentsRoute = Extract<Route, { view: 'payments' }>;

/** Whether a part of the screen has the sums that a clerk seldom needs: the table has the others. */
function isSums(part: PaymentsPart): part is 'state' | 'analysis' {
  return part === 'state' || part === 'analysis';
}

/**
 * The agency's disbursements: as a table of sums, one by one with their documents, and by state and analysis,
 * each with the number of unknown amounts.
 */
export default function PaymentsScreen({ route }: { route: PaymentsRoute }) {
  const { t } = useTranslation('payments');
  const scope = scopeOf(route);
  const filterText = usePaymentFilter(route, scope);
  const [requestCount, setRequestCount] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const isTable = route.part === 'table';
  // Who comes to the table comes with a question.
  useEffect(() => {
    if (isTable) field.current?.focus();
  }, [isTable]);
  const { group: _group, ...rest } = route;
  const tabs = paymentsTabs.map((part) => ({
    key: part,
    route: part === 'table' ? { ...rest, part } : { ...route, part },
    name: t(`part.${part}`),
    isCurrent: part === route.part,
  }));
  return (
    <div className={screen.screen}>
      <ScreenHead title={t('title')} hasTabs>
        <WithinFields route={route} />
      </ScreenHead>
      <PartTabs
        label={t('parts')}
        tabs={tabs.filter(({ key }) => !isSums(key))}
        advanced={tabs.filter(({ key }) => isSums(key))}
      />
      <PaymentFilterBar
        route={route}
        scope={scope}
        filterText={filterText}
        field={field}
        onRequested={() => setRequestCount((times) => times + 1)}
      />
      {isTable ? (
        <TablePart route={route} scope={scope} filterText={filterText} requestCount={requestCount} />
      ) : (
        filterText.filter && <PaymentsTab route={route} scope={scope} filter={filterText.filter} />
      )}
    </div>
  );
}

interface PartProps {
  route: PaymentsRoute;
  scope: ScopeInput;
}

function TablePart({
  filterText,
  requestCount,
  ...props
}: PartProps & { filterText: PaymentFilterText; requestCount: number }) {
  const { scope } = props;
  const { t: dossier } = useTranslation('dossier');
  const known = useInvokeQuery('dossier.known', { scope }).data;
  return (
    <>
      <PaymentsKnown scope={scope} known={known} />
      <PaymentTableView
        {...props}
        filterText={filterText}
        requestCount={requestCount}
        note={paymentsKnownLabel(known, dossier)}
      />
    </>
  );
}

/** The disbursements one by one, and their sums by state or analysis. */
function PaymentsTab({ route, scope, filter }: PartProps & { filter: PaymentFilter }) {
  const { t: dossier } = useTranslation('dossier');
  const [choice = 'all', setChoice] = useChoice(route, 'support', isPaymentChoice);
  const isFiltered = Object.keys(filter).length > 0;
  const pagedList = usePagedList('dossier.payments', {
    scope,
    ...(choice !== 'all' && { only: choice }),
    ...(isFiltered && { filter }),
  });
  const { latest } = pagedList;
  const known = latest && {
    dispatches: latest.dispatches,
    disbursements: latest.dispatches - latest.notRequested,
  };
  const note = paymentsKnownLabel(known, dossier);
  const shared = { scope, note, ...(isFiltered && { filter }) };
  return (
    <>
      <PaymentsKnown scope={scope} known={known} />
      {isSums(route.part) ? (
        <SumList key={route.part} sums={latest?.sums} by={route.part} {...shared} />
      ) : (
        <PaymentList
          pagedList={pagedList}
          choice={choice}
          onChoice={(value) => setChoice(value === 'all' ? undefined : value)}
          {...shared}
        />
      )}
    </>
  );
}

interface Props {
  sums: PaymentSums | undefined;
  by: 'state' | 'analysis';
  scope: ScopeInput;
  filter?: PaymentFilter;
  /** The number of dispatches that they belong to. */
  note: string;
}

const none: SumRow[] = [];
const shownAtFirst: readonly SumName[] = ['amount', 'net', 'tax'];

/**
 * Sums of disbursements by state or by analysis, each with the number of unknown amounts that it excludes.
 */
function SumList({ sums, by, scope, filter, note }: Props) {
  const { t } = useTranslation('payments');
  const rows = useMemo(() => (sums ? sumRows(sums, by) : none), [sums, by]);
  const pages = useFixedPages(rows);
  const columns = useSumColumns(by, hasCurrencies(sums));
  return (
    <ListScreen
      list="sums"
      name={t(`part.${by}`)}
      pages={pages}
      columns={columns}
      rowKey={({ key, isAll }) => compositeKey(isAll, key)}
      note={note}
      tools={<ListNote>{t('sumsHint')}</ListNote>}
      empty={filter ? t('nothingFiltered') : <SearchFirst>{t('nothing')}</SearchFirst>}
      save={exportList(
        'sums',
        { scope, by, ...(filter && { filter }) },
        {
          label: { '': t('noLabel') },
          currency: { '': t('table.noCurrency') },
        },
      )}
    />
  );
}

function useSumColumns(by: 'state' | 'analysis', withCurrency: boolean): readonly ListColumn<SumRow>[] {
  const { t } = useTranslation('payments');
  return useMemo(() => {
    const nameOf = ({ label, isAll }: SumRow) => (isAll ? t('total') : label || t('noLabel'));
    const sum = (name: SumName): ListColumn<SumRow> => ({
      id: name,
      title: t(`column.${name}`),
      width: 150,
      widest: 170,
      isShownAtFirst: shownAtFirst.includes(name),
      align: 'end',
      cell: (row) => {
        const value = shownSum(row[name]);
        return value === undefined ? { kind: 'text', text: '' } : { kind: 'number', value };
      },
      node: (row) => <Sum row={row} name={name} />,
      saved: [
        { column: name, title: t(`column.${name}`) },
        { column: `${name}Unknown`, title: t('unknownOf', { column: t(`column.${name}`) }) },
      ],
    });
    return [
      {
        ...textColumn<SumRow>('label', t(`by.${by}`), 208, nameOf, 260),
        node: (row) => (row.isAll ? <b>{nameOf(row)}</b> : nameOf(row)),
      },
      ...(withCurrency ? [currencyColumn<SumRow>(t, t('table.noCurrency'))] : []),
      {
        ...textColumn<SumRow>('count', t('column.count'), 76, ({ count }) => formatCount(count)),
        align: 'end',
        cell: ({ count }) => ({ kind: 'number', value: count }),
      },
      ...sumNames.map(sum),
    ];
  }, [by, withCurrency, t]);
}

function Sum({ row, name }: { row: SumRow; name: SumName }) {
  const { t } = useTranslation('payments');
  const { unknown } = row[name];
  const value = shownSum(row[name]);
  const text = value === undefined ? amountOrMissing(undefined) : formatAmount(value);
  return (
    <>
      {unknown > 0 && <small className={screen.soft}>{t('unknown', { count: unknown })} </small>}
      {row.isAll ? <b>{text}</b> : text}
    </>
  );
}
