import { expect, it } from 'vitest';
import { readRegisterFile } from '../../../../../renderer/features/reconciliation/read-register-file.ts';

const text = 'Nro;RUT Proveedor;Razón Social\n1;76.086.428-5;Compañía Ñuñoa';
const mark = '\ufeff';

/** UTF-16 in one byte order or the other, and a byte a letter. */
const little = (written: string) => Uint8Array.from([...written].flatMap(unitOf));
const big = (written: string) => Uint8Array.from([...written].flatMap((letter) => unitOf(letter).reverse()));
const latin = (written: string) => Uint8Array.from(written, (letter) => letter.charCodeAt(0));

function unitOf(letter: string): number[] {
  const unit = letter.charCodeAt(0);
  return [unit & 0xff, unit >> 8];
}

it.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with its mark', new TextEncoder().encode(mark + text)],
  ['UTF-16', little(mark + text)],
  ['UTF-16 of the other order', big(mark + text)],
  ['UTF-16 without its mark', little(text)],
  ['Latin-1', latin(text)],
])('a register in %s is read with its accents', async (_encoding, bytes) => {
  expect(await readRegisterFile(new Blob([bytes]))).toEqual({ kind: 'text', text });
});

it('a register in UTF-16 that is cut off within its last letter keeps the others', async () => {
  const bytes = little(mark + text).slice(0, -1);
  expect(await readRegisterFile(new Blob([bytes]))).toEqual({
    kind: 'text',
    text: `${text.slice(0, -1)}\ufffd`,
  });
});

it('a file that is neither text nor workbook is not read', async () => {
  const picture = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
  expect(await readRegisterFile(new Blob([picture]))).toBeUndefined();
});
