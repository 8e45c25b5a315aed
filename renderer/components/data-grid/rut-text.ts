import { formatRut, parseRut } from '../../../shared/model/rut.ts';

/** A RUT with its dots if the text is one, else the text unchanged. */
export function asRut(text: string): string {
  const parsed = parseRut(text);
  return parsed.form === 'right' ? formatRut(parsed.rut) : text;
}
