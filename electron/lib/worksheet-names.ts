/** The letters of a column; `index` counts from 0. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`;
}

/** A name that a sheet may have. */
export function worksheetTitle(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}
