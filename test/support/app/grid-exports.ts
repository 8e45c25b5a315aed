import { createGridExports, type GridExport, type GridRow } from '../../../electron/exports/index.ts';

const states: Record<string, string> = {
  here: 'En disco',
  gone: 'Eliminado',
  available: 'Disponible',
  false: 'inactivo',
};
/** What clients and connections are called. */
export const names = {
  client: (rut: string) => (rut === '76086428-5' ? 'ACME Ltda.' : ''),
  connection: (id: string) => `Conexión ${id}`,
};
/** The words of an exported grid. */
export const texts = {
  cells: {
    yes: 'Sí',
    no: 'No',
    of: (column: string, value: string | boolean) =>
      ['file', 'isActive'].includes(column) ? states[String(value)] : undefined,
  },
  lists: { dispatches: 'Despachos', documents: 'Documentos', disbursements: 'Desembolsos' },
  group: 'Grupo',
  extraTitles: {
    clientName: 'Nombre',
    withFile: 'Con archivo',
    isComplete: 'Consulta',
    isActive: 'Vigencia',
  },
  unreadable: (count: number) => `${count} filas dañadas`,
  saveGrid: 'Guardar como Excel',
  saveReport: 'Guardar informe',
  report: 'Informe',
};

/** The exports over rows of a test, and what the rows were asked by. */
export function exportsOf(
  rows: readonly (GridRow | undefined | null)[],
  {
    path = '',
    separator = ';' as ';' | ',',
    groups = undefined as { key: string; label: string; rows: number }[] | undefined,
  } = {},
) {
  const asked: Omit<GridExport, 'format' | 'columns'>[] = [];
  const exports = createGridExports({
    desktop: { chooseSavePath: async () => (path === '' ? undefined : path) },
    order: async (query) => {
      asked.push(query);
      return { numbers: Int32Array.from(rows.keys()), ...(groups && { groups }) };
    },
    rows: async (_, numbers) => Array.from(numbers, (number) => rows[number]),
    texts: () => texts,
    separator: () => separator,
    today: () => '2026-11-20',
    names,
    secrets: ['AIzaSyD-planted-key-9xyz'],
  });
  return { exports, asked };
}

/** A grid as the page asks for it. */
export const grid = (format: 'csv' | 'xlsx', more: Partial<GridExport> = {}): GridExport => ({
  resultSetId: 'r',
  list: 'documents',
  sort: [{ column: 'folio', descending: true }],
  filter: 'acme',
  group: 'none',
  format,
  columns: [
    { column: 'folio', title: 'Folio' },
    { column: 'rut', title: 'RUT' },
    { column: 'issueDate', title: 'Emitido' },
    { column: 'valorCif', title: 'CIF' },
  ],
  ...more,
});
