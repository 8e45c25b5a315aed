import type { CustomTypeOptions } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clientName } from '../../../shared/model/client-names.ts';
import { writtenDay } from '../../../shared/model/dates.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ClientName, clientWidths } from '../../ui/client-name.tsx';
import { dayText } from '../../ui/day-range-presets.ts';
import { amountOrMissing, textOrMissing } from '../data-grid/cells.tsx';
import type { ListColumn, SavedColumn } from './list-column.ts';

/** The columns that most of these lists share, with translated titles. */
export function useCommonColumns() {
  const { t } = useTranslation('dossier');
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(() => {
    const { width, widest } = clientWidths(clients);
    /** The client of a row that may have none. */
    const clientOf = <Row,>(rutOf: (row: Row) => Rut | undefined) => {
      const nameOf = (row: Row) => {
        const rut = rutOf(row);
        return rut === undefined ? '' : clientName(rut, clients);
      };
      return {
        ...textColumn<Row>('rut', t('column.client'), width, nameOf, widest),
        isClient: true,
        node: (row: Row) => {
          const rut = rutOf(row);
          return rut === undefined ? textOrMissing('') : <ClientName rut={rut} clients={clients} />;
        },
      };
    };
    return {
      number: <Row extends { number: string }>() =>
        textColumn<Row>('number', t('column.number'), 84, ({ number }) => number),
      reference: <Row extends { reference: string }>() =>
        textColumn<Row>('reference', t('column.reference'), 100, ({ reference }) => reference, 146),
      day: <Row,>(id: string, title: string, value: (row: Row) => string) => ({
        ...textColumn<Row>(id, title, 92, (row) => dayText(writtenDay(value(row)))),
        cell: (row: Row) => ({ kind: 'day' as const, text: dayText(writtenDay(value(row))) }),
      }),
      clientOf,
      client: <Row extends { rut: Rut }>() => clientOf<Row>(({ rut }) => rut),
    };
  }, [t, clients]);
}

/** Translated labels of the clients in a saved file, by RUT. */
export function useClientLabels(): { rut: Record<string, string> } {
  const clients = useInvokeQuery('clients.list', undefined).data;
  return useMemo(() => {
    const named = (clients ?? []).filter(({ name }) => name !== '');
    return { rut: Object.fromEntries(named.map(({ rut, name }) => [rut, `${name} · ${formatRut(rut)}`])) };
  }, [clients]);
}

type Texts = CustomTypeOptions['resources'];

/** The ids of a feature's columns: it has the text `column.<id>` of each. */
type ColumnId<Feature extends keyof Texts> = Texts[Feature] extends { column: infer Titles }
  ? keyof Titles & string
  : never;

/** Makes columns with the titles that a feature's texts have for their ids, in lists and in saved files. */
export function useTitledColumns<Row, Feature extends keyof Texts>(feature: Feature) {
  const { t } = useTranslation(feature);
  return useMemo(() => {
    // The types cannot tell, for a generic feature, that `ColumnId` has only keys of its texts.
    const titleOf = (id: ColumnId<Feature>) => (t as (key: string) => string)(`column.${id}`);
    return {
      text: (id: ColumnId<Feature>, width: number, value: (row: Row) => string, widest = width) =>
        textColumn<Row>(id, titleOf(id), width, value, widest),
      amount: (id: ColumnId<Feature>, width: number, value: (row: Row) => number | undefined) =>
        amountColumn<Row>(id, titleOf(id), width, value),
      saved: (...ids: readonly ColumnId<Feature>[]): SavedColumn[] =>
        ids.map((column) => ({ column, title: titleOf(column) })),
    };
  }, [t]);
}

/** A column of plain text; an empty value shows the sign for it. */
export function textColumn<Row>(
  id: string,
  title: string,
  width: number,
  value: (row: Row) => string,
  widest = width,
): ListColumn<Row> {
  return {
    id,
    title,
    width,
    widest,
    isShownAtFirst: true,
    align: 'start',
    cell: (row) => ({ kind: 'text', text: value(row) }),
    node: (row) => textOrMissing(value(row)),
  };
}

/** A column of amounts; an unknown one shows the sign for it. */
function amountColumn<Row>(
  id: string,
  title: string,
  width: number,
  value: (row: Row) => number | undefined,
): ListColumn<Row> {
  return {
    id,
    title,
    width,
    isShownAtFirst: true,
    align: 'end',
    cell: (row) => {
      const known = value(row);
      return known === undefined ? { kind: 'text', text: '' } : { kind: 'number', value: known };
    },
    node: (row) => amountOrMissing(value(row)),
  };
}
