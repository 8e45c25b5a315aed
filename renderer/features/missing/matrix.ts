import type { Completeness } from '../../../shared/model/carpeta.ts';

/** The key of a type's column, in the matrix and in the file it is saved as. */
export function typeKey(type: string): string {
  return `type:${type}`;
}

/** How many dispatches there are, whatever they lack. */
export function countAll(counts: Readonly<Record<Completeness, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
