import { Select, type SelectProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type PaymentDimension,
  type PaymentTable,
  type PaymentTableSection,
  paymentDimensions,
  paymentMeasures,
} from '../../../shared/model/payment-table.ts';
import { asRut } from '../../../shared/model/rut.ts';
import { ExcelMenu, useNotifySaved } from '../../components/data-grid/excel-menu.tsx';
import { ListNote } from '../../components/list-screen/list-note.tsx';
import type { ScopeInput } from '../../components/list-screen/scope.ts';
import { isOneOf, useChoice } from '../../components/list-screen/use-choice.ts';
import { invoke, useAppMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { SharedName } from '../../ui/client-name.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { formatAmount } from '../../ui/format.ts';
import type { Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { useToast } from '../../ui/toast.tsx';
import { FigureTable } from './figure-table.tsx';
import styles from './payment-table.module.css';
import { shownSum } from './sum-rows.ts';
import { headingLabel, savedTexts, type TableShape } from './table-labels.ts';
import type { PaymentFilterText } from './use-payment-filter.ts';
import { useSaveOnceRequested } from './use-save-once-requested.ts';

interface Props {
  route: Extract<Route, { view: 'payments' }>;
  scope: ScopeInput;
  filterText: PaymentFilterText;
  /** Counts how often what the days lack was requested. */
  requestCount: number;
  /** The number of dispatches that they belong to. */
  note: string;
}

/** Disbursements by two of month, client, supplier, concept and dispatch, with sums and bars. */
export function PaymentTableView({ route, scope, filterText, requestCount, note }: Props) {
  const { t, i18n } = useTranslation('payments');
  const [shape, setShape] = useTableShape(route);
  const { filter } = filterText;
  const query = {
    scope,
    rows: shape.rows,
    measure: shape.measure,
    ...(shape.columns !== undefined && { columns: shape.columns }),
    ...(filter && { filter }),
  };
  const { data: table, error } = useInvokeQuery('dossier.paymentTable', query, {
    enabled: filter !== undefined,
    // Only of the same shape: keys of clients are no months, and their figures would lead elsewhere.
    placeholderData: (before, asked) => (isOfShape(asked?.queryKey[1], shape) ? before : undefined),
  });
  const { filter: _, ...whole } = query;
  const all = useInvokeQuery('dossier.paymentTable', whole, { enabled: filterText.isNarrowed }).data;
  const leftOut = filterText.isNarrowed && all && table ? all.count - table.count : 0;
  const notifySaved = useNotifySaved();
  const toast = useToast();
  const save = useAppMutation(async (format: 'csv' | 'xlsx') => {
    // What is saved has its words from the table as it is now.
    const latest = await invoke('dossier.paymentTable', query);
    if (latest.count === 0) return toast(t('table.nothingSaved'));
    const texts = savedTexts(latest, shape, i18n.language, t);
    notifySaved(
      await invoke('dossier.savePaymentTable', { format, query, texts, ...(note !== '' && { note }) }),
    );
  });
  const saveOnceRequested = useSaveOnceRequested({ scope, filterText, requestCount, onSave: save.mutate });
  const isEmpty = table?.count === 0;
  const failure = error ?? save.error;
  return (
    <div className={styles.view}>
      <div className={styles.tools} role="toolbar" aria-label={t('table.tools')}>
        <ShapeFields shape={shape} onShape={setShape} />
        <span className={screen.push} />
        {leftOut > 0 && <ListNote>{t('table.leftOut', { count: leftOut })}</ListNote>}
        <ExcelMenu
          onSave={saveOnceRequested}
          // With a text, what it lacks is asked for first.
          isDisabled={filterText.text === '' && (isEmpty || table === undefined)}
        />
      </div>
      {failure && <ErrorMessage error={failure} />}
      {table?.tooManyColumns !== undefined && (
        <p className={styles.tooWide} role="status">
          {t('table.tooWide', { count: table.tooManyColumns })}
        </p>
      )}
      {isEmpty && (
        <p className={`${screen.empty} ${styles.nothing}`}>
          {t(filterText.isNarrowed ? 'table.nothing' : 'table.nothingYet')}
        </p>
      )}
      {table && !isEmpty && (
        <Sections table={table} shape={shape} route={route}>
          <p className={screen.soft}>{t('table.sumsOf', { count: table.count })}</p>
        </Sections>
      )}
    </div>
  );
}

const isDimension = isOneOf(paymentDimensions);
const isMeasure = isOneOf(paymentMeasures);

/** The layout of the table, which the route keeps: the way back from a figure restores it. */
function useTableShape(route: Props['route']): [TableShape, (shape: TableShape) => void] {
  const [rows = 'client', setRows] = useChoice(route, 'rows', isDimension);
  const [columns, setColumns] = useChoice(route, 'columns', isDimension);
  const [measure = 'amount', setMeasure] = useChoice(route, 'measure', isMeasure);
  const setShape = (shape: TableShape) => {
    setRows(shape.rows === 'client' ? undefined : shape.rows);
    setColumns(shape.columns);
    setMeasure(shape.measure === 'amount' ? undefined : shape.measure);
  };
  return [{ rows, columns: columns === rows ? undefined : columns, measure }, setShape];
}

/** Whether a query was for a table of this layout. */
function isOfShape(query: unknown, { rows, columns, measure }: TableShape): boolean {
  const before = query as Partial<TableShape> | undefined;
  return before?.rows === rows && before.columns === columns && before.measure === measure;
}

interface SectionsProps {
  table: PaymentTable;
  shape: TableShape;
  route: Props['route'];
  children: ReactNode;
}

/** A table and its bars for each currency. */
function Sections({ table, shape, route, children }: SectionsProps) {
  const { t } = useTranslation('payments');
  const id = useId();
  const hasHeadings = table.sections.length > 1 || table.sections.some(({ currency }) => currency !== '');
  return (
    <div className={styles.sections}>
      {table.sections.map((section) => (
        <section
          key={section.currency}
          className={styles.section}
          {...(hasHeadings && { 'aria-labelledby': `${id}${section.currency}` })}
        >
          {hasHeadings && (
            <h2 id={`${id}${section.currency}`}>
              {t('table.currencyHeading', { currency: section.currency || t('table.noCurrency') })}
            </h2>
          )}
          <div className={styles.beside}>
            <FigureTable
              section={section}
              columns={table.columns}
              shape={shape}
              route={route}
              hasCurrencies={hasHeadings}
            />
            <TableBars section={section} shape={shape} />
          </div>
        </section>
      ))}
      {children}
    </div>
  );
}

interface ShapeFieldsProps {
  shape: TableShape;
  onShape: (shape: TableShape) => void;
}

/** What stands in the rows, what in the columns, and which amount is summed there. */
function ShapeFields({ shape, onShape }: ShapeFieldsProps) {
  const { t } = useTranslation('payments');
  const { rows, columns, measure } = shape;
  const name = (dimension: PaymentDimension) => ({
    value: dimension,
    label: t(`table.dimension.${dimension}`),
  });
  const amounts = 'amounts';
  return (
    <>
      <LabelledSelect
        label={t('table.rows')}
        data={paymentDimensions.map(name)}
        value={rows}
        onChange={(value) => {
          const next = paymentDimensions.find((one) => one === value) ?? rows;
          onShape({ ...shape, rows: next, columns: columns === next ? undefined : columns });
        }}
      />
      <LabelledSelect
        label={t('table.columns')}
        data={[
          { value: amounts, label: t('table.amounts') },
          ...paymentDimensions.filter((one) => one !== rows).map(name),
        ]}
        value={columns ?? amounts}
        onChange={(value) => onShape({ ...shape, columns: paymentDimensions.find((one) => one === value) })}
      />
      <LabelledSelect
        label={t('table.measure')}
        data={paymentMeasures.map((value) => ({ value, label: t(`column.${value}`) }))}
        value={measure}
        onChange={(value) =>
          onShape({ ...shape, measure: paymentMeasures.find((one) => one === value) ?? measure })
        }
      />
    </>
  );
}

/** A field with its label before it, on one line. */
function LabelledSelect({ label, ...select }: SelectProps & { label: string }) {
  return (
    <span className={styles.labelled}>
      <span aria-hidden>{label}</span>
      <Select aria-label={label} className={styles.field ?? ''} allowDeselect={false} {...select} />
    </span>
  );
}

interface TableBarsProps {
  section: PaymentTableSection;
  shape: TableShape;
}

const maxBars = 12;

/** The largest rows as bars. The table beside them has every figure, also for screen readers. */
function TableBars({ section, shape: { rows: dimension, measure } }: TableBarsProps) {
  const { t, i18n } = useTranslation('payments');
  const bars = section.rows
    .flatMap((row) => {
      const value = shownSum(row.totals[measure]);
      return value === undefined || value === 0 ? [] : [{ row, value }];
    })
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value))
    .slice(0, maxBars);
  const isShared = (name: string) => section.rows.filter(({ label }) => label === name).length > 1;
  const largest = Math.abs(bars[0]?.value ?? 0);
  if (bars.length < 2) return null;
  const words = { measure: t(`column.${measure}`), rows: t(`table.dimension.${dimension}`) };
  return (
    <figure className={styles.bars} role="img" aria-label={t('table.barsMean', words)}>
      <figcaption>{t('table.bars', { ...words, count: bars.length })}</figcaption>
      {bars.map(({ row, value }) => {
        const name = headingLabel(row, dimension, i18n.language, t);
        const rut = isShared(row.label) ? asRut(row.rut ?? '') : '';
        const label = [name, rut].filter(Boolean).join(' · ');
        return (
          <div key={row.key} className={styles.bar} title={`${label}: ${formatAmount(value)}`}>
            <span>{rut === '' ? name : <SharedName name={name} rut={rut} />}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
              <rect
                width={Math.max(0.5, (Math.abs(value) / largest) * 100)}
                height="10"
                data-negative={value < 0 || undefined}
              />
            </svg>
          </div>
        );
      })}
    </figure>
  );
}
