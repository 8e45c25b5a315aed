export type { CellTexts, GridRow } from './cell.ts';
export { createExports, type Exports, type ExportTexts, type GridExport } from './exports.ts';
export type { ListSources } from './list-rows.ts';
export { listSources } from './list-sources.ts';
export { openExports } from './open-exports.ts';
export { createSaveTable, type SaveTable, type TableExport } from './table.ts';
