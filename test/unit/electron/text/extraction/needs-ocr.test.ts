import { expect, test } from 'vitest';
import { isReadable } from '../../../../../electron/text/extraction/needs-ocr.ts';

const page =
  'El despachante declara que las mercancías descritas en este documento fueron embarcadas en el puerto de Shenzhen con destino a San Antonio, según conocimiento de embarque emitido por la naviera, y que los valores corresponden a la factura comercial del proveedor extranjero indicado.';

test('a page of words is readable', () => expect(isReadable(page)).toBe(true));

test('letters that a font has moved are not', () => {
  const moved = page.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(((letter.charCodeAt(0) - 97 + 3) % 26) + 97),
  );
  expect(isReadable(moved)).toBe(false);
});

test('characters of private use are not', () => expect(isReadable('\ue001\ue002 \ue003 a')).toBe(false));

test('a few codes without vowels are readable', () => expect(isReadable('CLSCL CNSZX MSKU HLCU')).toBe(true));
