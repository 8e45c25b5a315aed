import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AmountSum } from '../../../shared/model/amounts.ts';
import type { PaymentGroup } from '../../../shared/model/payment-queries.ts';
import {
  type PaymentHeading,
  type PaymentTableRow,
  type PaymentTableSection,
  paymentMeasures,
} from '../../../shared/model/payment-table.ts';
import { asRut } from '../../../shared/model/rut.ts';
import { amountOrMissing } from '../../components/data-grid/cells.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatRoute, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import styles from './payment-table.module.css';
import { shownSum } from './sum-rows.ts';
import { headingLabel, sortRows, type TableShape, type TableSort } from './table-labels.ts';

interface Props {
  section: PaymentTableSection;
  columns: readonly PaymentHeading[];
  shape: TableShape;
  route: Extract<Route, { view: 'payments' }>;
  /** Whether the table names currencies: a figure is then of its own. */
  hasCurrencies: boolean;
}

/** Rows drawn at a time. */
const rowsPerStep = 200;

/** A column of figures: its title, its figure in a row, and the group that it narrows to. */
interface FigureColumn {
  id: string;
  title: string;
  figure: (row: Pick<PaymentTableRow, 'totals' | 'cells'>) => (AmountSum & { count: number }) | undefined;
  group: PaymentGroup;
}

/** The figures of one currency; each opens the disbursements that make it up. */
export function FigureTable({ section, columns, shape, route, hasCurrencies }: Props) {
  const { t, i18n } = useTranslation('payments');
  const [sort, setSort] = useState<TableSort>({ by: 'label', descending: false });
  const [limit, setLimit] = useState(rowsPerStep);
  const { rows: dimension, columns: across } = shape;
  const figures = useFigureColumns(columns, shape);
  const rowTitle = t(`table.dimension.${dimension}`);
  const sorted = sortRows(section.rows, sort, (row, by) => {
    if (by === 'count') return row.totals.count;
    const figure = figures.find(({ id }) => id === by)?.figure(row);
    return figure && shownSum(figure);
  });
  const shown = sorted.slice(0, limit);
  const rest = sorted.length - shown.length;
  const columnTitle = across === undefined ? undefined : t(`table.dimension.${across}`);
  const name = columnTitle
    ? t('table.nameAcross', { rows: rowTitle, columns: columnTitle })
    : t('table.name', { rows: rowTitle });
  // The table counts payments with and without their document.
  const { choices: { support: _, ...choices } = {}, ...unfiltered } = route;
  const linkTo = (group: PaymentGroup) => ({
    ...unfiltered,
    ...(Object.keys(choices).length > 0 && { choices }),
    part: 'list' as const,
    group: { ...route.group, ...(hasCurrencies && { currency: section.currency }), ...group },
  });
  return (
    <div className={styles.scroll}>
      <table className={styles.table} onKeyDown={moveByArrow}>
        <caption className={screen.unseen}>{name}</caption>
        <thead>
          <tr>
            <SortHeading title={rowTitle} by="label" sort={sort} onSort={setSort} />
            <SortHeading title={t('table.count')} by="count" sort={sort} onSort={setSort} />
            {figures.map(({ id, title }) => (
              <SortHeading key={id} title={title} by={id} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <RowHeading
                label={headingLabel(row, dimension, i18n.language, t)}
                rut={row.rut === undefined ? '' : asRut(row.rut)}
              />
              <td>{formatCount(row.totals.count)}</td>
              {figures.map(({ id, figure, group }) => (
                <FigureCell
                  key={id}
                  figure={figure(row)}
                  route={linkTo({ [dimension]: row.key, ...group })}
                />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>{formatCount(section.totals.count)}</td>
            {figures.map(({ id, figure, group }) => (
              <FigureCell key={id} figure={figure(section)} route={linkTo(group)} />
            ))}
          </tr>
        </tfoot>
      </table>
      {rest > 0 && (
        <Button variant="subtle" onClick={() => setLimit(limit + rowsPerStep)}>
          {t('table.more', { count: Math.min(rest, rowsPerStep) })}
        </Button>
      )}
    </div>
  );
}

/** The amounts side by side, or one amount by group with its sum. */
function useFigureColumns(
  columns: readonly PaymentHeading[],
  { columns: across, measure }: TableShape,
): readonly FigureColumn[] {
  const { t, i18n } = useTranslation('payments');
  if (across === undefined) {
    return paymentMeasures.map((name) => ({
      id: name,
      title: t(`column.${name}`),
      group: {},
      figure: ({ totals }) => ({ ...totals[name], count: totals.count }),
    }));
  }
  const groups = columns.map(
    (heading, index): FigureColumn => ({
      id: String(index),
      title: headingLabel(heading, across, i18n.language, t),
      group: { [across]: heading.key },
      figure: ({ cells }) => cells.find(({ column }) => column === index),
    }),
  );
  return [
    ...groups,
    {
      id: 'total',
      title: `${t('total')} · ${t(`column.${measure}`)}`,
      group: {},
      figure: ({ totals }) => ({ ...totals[measure], count: totals.count }),
    },
  ];
}

/** The name of a row, and its RUT, which is never cut. */
function RowHeading({ label, rut }: { label: string; rut: string }) {
  return (
    <th scope="row" title={[label, rut].filter(Boolean).join(' · ')}>
      <span className={styles.heading}>
        <bdi>{label}</bdi>
        {rut !== '' && <small className={screen.soft}> {rut}</small>}
      </span>
    </th>
  );
}

interface SortHeadingProps {
  title: string;
  by: string;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
}

/** A column's title, which sorts: names from A on, amounts from the largest on. */
function SortHeading({ title, by, sort, onSort }: SortHeadingProps) {
  const { t } = useTranslation('payments');
  const isSorted = sort.by === by;
  const Icon = sort.descending ? IconArrowDown : IconArrowUp;
  const order = sort.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? order : 'none'}>
      <button
        type="button"
        title={t('table.sort', { column: title })}
        onClick={() => onSort({ by, descending: isSorted ? !sort.descending : by !== 'label' })}
      >
        {title}
        {isSorted && <Icon size={12} aria-hidden />}
      </button>
    </th>
  );
}

interface FigureCellProps {
  /** Undefined where there are no disbursements. */
  figure: (AmountSum & { count: number }) | undefined;
  route: Route;
}

/** A figure with the number of unknown amounts; it leads to its disbursements. */
function FigureCell({ figure, route }: FigureCellProps): ReactNode {
  const { t } = useTranslation('payments');
  if (!figure) return <td />;
  const { count, unknown } = figure;
  return (
    <td>
      <a href={formatRoute(route)} title={t('table.open', { count })}>
        {amountOrMissing(shownSum(figure))}
      </a>
      {unknown > 0 && <small className={screen.soft}>{t('unknown', { count: unknown })}</small>}
    </td>
  );
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus of a table from one link or button to that of the next cell, by the arrow keys. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key];
  const cell = event.target instanceof Element ? event.target.closest('td, th') : null;
  if (!step || !(cell instanceof HTMLTableCellElement) || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const { rows } = event.currentTarget;
  const row = cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : -1;
  const [down, right] = step;
  let [at, column] = [row + down, cell.cellIndex + right];
  // Cells without a figure are passed over.
  while (rows[at]?.cells[column]) {
    const next = rows[at]?.cells[column]?.querySelector<HTMLElement>('a, button');
    if (next) {
      event.preventDefault();
      next.focus();
      return;
    }
    at += down;
    column += right;
  }
}
