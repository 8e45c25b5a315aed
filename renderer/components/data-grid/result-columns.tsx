import type { TFunction } from 'i18next';
import type { Client, Connection } from '../../../shared/model/connection.ts';
import {
  type DispatchField,
  type DispatchFieldName,
  dispatchFieldNames,
  dispatchFields,
} from '../../../shared/model/dispatch-fields.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { fileStatus } from '../../../shared/model/file-status.ts';
import type { JsonObject } from '../../../shared/model/json.ts';
import { asRut, formatRut, type Rut } from '../../../shared/model/rut.ts';
import type { DisbursementRow, DispatchRow } from '../../../shared/model/search.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { ClientName, clientWidths } from '../../ui/client-name.tsx';
import styles from './cells.module.css';
import {
  amountOrMissing,
  dateOrMissing,
  FileState,
  MissingCount,
  StateText,
  textOrMissing,
} from './cells.tsx';
import type { Column } from './column.ts';
import { fieldTitle } from './field-title.ts';
import { cellAt, dateCell, valueAt } from './item-value.ts';
import type { CopiedCell } from './table-copy.ts';

/** What columns need in addition to the row. */
export interface ColumnContext {
  t: TFunction<'grid'>;
  yesNo: { yes: string; no: string };
  clients: readonly Client[] | undefined;
  /** With their display names. */
  connections: readonly Connection[] | undefined;
}

const text = (value: string): CopiedCell => ({ kind: 'text', text: value });
const amount = (value: number | undefined): CopiedCell =>
  value === undefined ? text('') : { kind: 'number', value };

type ColumnName = keyof typeof import('../../../shared/locales/es-CL/grid.json')['column'];
type Named = { id: ColumnName; width: number; widest?: number };

function builder<Row>({ t, yesNo, clients, connections }: ColumnContext) {
  const base = ({ id, ...widths }: Named, isShownAtFirst = true) => ({
    id,
    ...widths,
    isShownAtFirst,
    title: t(`column.${id}`),
    align: 'start' as const,
  });
  return {
    text: (named: Named, value: (row: Row) => string, isShownAtFirst = true): Column<Row> => ({
      ...base(named, isShownAtFirst),
      cell: (row) => text(value(row)),
      node: (row) => textOrMissing(value(row)),
    }),
    date: (named: Named, value: (row: Row) => string, isShownAtFirst = true): Column<Row> => ({
      ...base(named, isShownAtFirst),
      cell: (row) => dateCell(value(row)),
      node: (row) => dateOrMissing(value(row)),
    }),
    amount: (named: Named, value: (row: Row) => number | undefined, isShownAtFirst = true): Column<Row> => ({
      ...base(named, isShownAtFirst),
      align: 'end',
      cell: (row) => amount(value(row)),
      node: (row) => amountOrMissing(value(row)),
    }),
    rut: (named: Named, value: (row: Row) => string, isShownAtFirst = true): Column<Row> => ({
      ...base(named, isShownAtFirst),
      cell: (row) => text(asRut(value(row))),
      node: (row) => textOrMissing(asRut(value(row))),
    }),
    client: (value: (row: Row) => Rut): Column<Row> => {
      const name = (rut: Rut) => clients?.find((client) => client.rut === rut)?.name ?? '';
      return {
        ...base({ id: 'rut', ...clientWidths(clients) }),
        isClient: true,
        cell: (row) => text(name(value(row))),
        copiedToo: { title: t('clientRut'), cell: (row) => text(formatRut(value(row))) },
        node: (row) => <ClientName rut={value(row)} clients={clients} />,
      };
    },
    agency: (value: (row: Row) => string): Column<Row> => {
      const name = (row: Row) => connections?.find(({ id }) => id === value(row))?.name ?? '';
      return {
        ...base({ id: 'connectionId', width: 120, widest: 180 }, false),
        cell: (row) => text(name(row)),
      };
    },
    of: (named: Named, cell: (row: Row) => CopiedCell, node: Column<Row>['node']): Column<Row> => ({
      ...base(named),
      cell,
      ...(node && { node }),
    }),
    item: (path: string, item: (row: Row) => JsonObject): Column<Row> => ({
      id: path,
      width: 140,
      widest: 240,
      isShownAtFirst: false,
      // A getter: most of the many columns need a title only in the column chooser.
      get title() {
        return fieldTitle(path, t);
      },
      align: 'start',
      cell: (row) => cellAt(item(row), path, yesNo),
      node: (row) => {
        const cell = cellAt(item(row), path, yesNo);
        if (cell.kind === 'number') return amountOrMissing(cell.value);
        return cell.kind === 'day'
          ? dateOrMissing(String(valueAt(item(row), path)))
          : textOrMissing(cell.text);
      },
    }),
  };
}

/** Keys of the service that columns with translated titles show already. */
const shownOfDocuments = [
  ...['name', 'numeroDespacho', 'dispatch.id', 'dispatch.referencia'],
  ...['infoDoc.document.number', 'infoDoc.document.issueDate', 'infoDoc.issuer.name', 'infoDoc.issuer.id'],
];
const shownOfDispatches = [
  ...['id', 'numeroDespacho'],
  ...dispatchFieldNames.map((name): string => dispatchFields[name].key),
];
const shownOfDisbursements = [
  ...['numeroDespacho', 'numeroDocumento', 'fechaDesembolso', 'codigoAnalisis', 'nombreAnalisis', 'estado'],
  ...['monto', 'montoNeto', 'montoIva', 'saldo', 'debe'],
];

function otherPaths(paths: readonly string[], shown: readonly string[]): string[] {
  return paths.filter((path) => !shown.includes(path));
}

/** Columns of the documents; `paths` are the keys of the service. */
export function documentColumns(context: ColumnContext, paths: readonly string[]): Column<StoredDocument>[] {
  const { t } = context;
  const column = builder<StoredDocument>(context);
  return [
    column.text({ id: 'dispatchNumber', width: 84 }, (row) => row.dispatchNumber),
    column.text({ id: 'type', width: 220, widest: 290 }, (row) => row.type),
    column.text({ id: 'folio', width: 132, widest: 142 }, (row) => row.folio),
    column.date({ id: 'issueDate', width: 92 }, (row) => row.issueDate),
    column.of(
      { id: 'file', width: 152, widest: 170 },
      (row) => text(t(`file.${fileStatus(row)}`)),
      (row) => <FileState document={row} />,
    ),
    column.text({ id: 'issuerName', width: 190, widest: 340 }, (row) => row.issuerName),
    column.rut({ id: 'issuerId', width: 110 }, (row) => row.issuerId, false),
    column.text({ id: 'reference', width: 100, widest: 146 }, (row) => row.reference),
    column.client((row) => row.rut),
    column.agency((row) => row.connectionId),
    column.date({ id: 'seenAt', width: 100 }, (row) => row.seenAt, false),
    ...otherPaths(paths, shownOfDocuments).map((path) => column.item(path, (row) => row.item)),
  ];
}

/** Columns of the dispatches; `missingCount` returns the number of missing documents, 0 if unknown. */
export function dispatchColumns(
  context: ColumnContext,
  paths: readonly string[],
  missingCount: (row: DispatchRow) => number,
): Column<DispatchRow>[] {
  const { t } = context;
  const column = builder<DispatchRow>(context);
  const ofObject = (id: DispatchFieldName) => {
    const { kind, width, widest = width }: DispatchField = dispatchFields[id];
    return column[kind]({ id, width, widest }, (row) => row[id]);
  };
  const [first, ...others] = dispatchFieldNames.map(ofObject);
  return [
    column.text({ id: 'number', width: 84 }, (row) => row.number),
    ...(first ? [first] : []),
    column.client((row) => row.rut),
    column.of(
      { id: 'state', width: 120 },
      (row) => text(stateText(row.state)),
      (row) => <StateText state={row.state} />,
    ),
    column.of(
      { id: 'documents', width: 140, widest: 160 },
      (row) => text(t('filesOf', { withFile: row.withFile, count: row.documents })),
      (row) => (
        <>
          <span title={t('filesOfMeans', { withFile: row.withFile, count: row.documents })}>
            {t('filesOf', { withFile: row.withFile, count: row.documents })}
          </span>
          {!row.isComplete && (
            <span className={styles.tag} title={t('partialMeans')}>
              {t('partial')}
            </span>
          )}
          {missingCount(row) > 0 && <MissingCount count={missingCount(row)} />}
        </>
      ),
    ),
    ...others,
    column.agency((row) => row.connectionId),
    ...otherPaths(paths, shownOfDispatches).map((path) => column.item(path, (row) => row.item)),
  ];
}

/** Columns of the disbursements. */
export function disbursementColumns(
  context: ColumnContext,
  paths: readonly string[],
): Column<DisbursementRow>[] {
  const column = builder<DisbursementRow>(context);
  return [
    column.text({ id: 'dispatchNumber', width: 84 }, (row) => row.dispatchNumber),
    column.date({ id: 'date', width: 92 }, (row) => row.date),
    column.text({ id: 'analysisName', width: 150, widest: 190 }, (row) => row.analysisName),
    column.amount({ id: 'amount', width: 100 }, (row) => row.amount),
    column.of(
      { id: 'state', width: 104 },
      (row) => text(stateText(row.state)),
      (row) => <StateText state={row.state} />,
    ),
    column.text({ id: 'documentNumber', width: 100 }, (row) => row.documentNumber),
    column.text({ id: 'providerName', width: 190, widest: 340 }, (row) => row.providerName),
    column.amount({ id: 'net', width: 100 }, (row) => row.net),
    column.amount({ id: 'tax', width: 90 }, (row) => row.tax),
    column.amount({ id: 'balance', width: 100 }, (row) => row.balance, false),
    column.amount({ id: 'debit', width: 100 }, (row) => row.debit, false),
    column.text({ id: 'analysisCode', width: 90 }, (row) => row.analysisCode, false),
    column.rut({ id: 'providerId', width: 110 }, (row) => row.providerId, false),
    column.client((row) => row.rut),
    column.agency((row) => row.connectionId),
    ...otherPaths(paths, shownOfDisbursements).map((path) => column.item(path, (row) => row.item)),
  ];
}
