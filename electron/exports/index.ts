export type { CellWords, GridRow } from './cell.ts';
export { createExports, type Exports, type ExportWords, type GridExport } from './exports.ts';
export type { ListSources } from './list-rows.ts';
export { listSources } from './list-sources.ts';
export { openExports } from './open-exports.ts';
export { createSaveTable, type SaveTable, type TableExport } from './table.ts';
