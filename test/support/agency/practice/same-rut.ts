import { parseRut } from '../../../../shared/model/rut.ts';

/**
 * Whether two texts are the same RUT, whatever their dots, case and leading zeros; false if either is none.
 */
export function sameRut(left: string, right: string): boolean {
  const [a, b] = [parseRut(left.replace(/^[0.]+/, '')), parseRut(right.replace(/^[0.]+/, ''))];
  return a.form === 'right' && b.form === 'right' && a.rut === b.rut;
}
