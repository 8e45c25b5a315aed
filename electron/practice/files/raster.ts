import { withoutAccents } from '../../../shared/without-accents.ts';
import type { PrintedFacts } from './file-content.ts';

/** An image of black dots on white: one byte per dot, 1 for black, row by row. */
export interface Raster {
  width: number;
  height: number;
  dots: Uint8Array;
}

/** Letters of three by five dots: five octal digits, one per row, its bits from left to right. */
const letters: Readonly<Record<string, string>> = Object.fromEntries(
  (
    '0:75557 1:26227 2:71747 3:71717 4:55711 5:74717 6:74757 7:71222 8:75757 9:75717 A:25755 B:65656 C:34443 D:65556 ' +
    'E:74647 F:74644 G:34553 H:55755 I:72227 J:11152 K:55655 L:44447 M:57755 N:65555 O:25552 P:65644 Q:25563 R:65655 ' +
    'S:34216 T:72222 U:55557 V:55552 W:55775 X:55255 Y:55222 Z:71247 .:00002 -:00700 /:11244 (:12221 ):42224 ,:00024 $:36236 %:51245'
  )
    .split(' ')
    .map((entry) => [entry.charAt(0), entry.slice(2)]),
);

/** A page of text, so many letters wide, each dot `scale` dots wide and high. Long lines break anywhere. */
export function rasterOf(
  content: PrintedFacts,
  { columns, rows, scale }: { columns: number; rows: number; scale: number },
): Raster {
  const [width, height] = [(columns * 4 + 4) * scale, (rows * 7 + 4) * scale];
  const dots = new Uint8Array(width * height);
  const lines = linesOf(content).flatMap((line) => broken(spelledPlainly(line), columns));
  lines.slice(0, rows).forEach((line, row) => {
    for (let column = 0; column < line.length; column++) {
      drawLetter(dots, width, line.charAt(column), {
        x: (column * 4 + 2) * scale,
        y: (row * 7 + 2) * scale,
        scale,
      });
    }
  });
  return { width, height, dots };
}

function linesOf({
  type,
  folio,
  id,
  issuer,
  issuerRut,
  customer,
  dispatch,
  amounts,
  version,
}: PrintedFacts): string[] {
  const labelled = [...customer, ...dispatch, ...amounts].map(([label, value]) => `${label}  ${value}`);
  return [type, folio, id, version, '', ...issuer, issuerRut, '', ...labelled].map(String);
}

/** In capitals without accents, like the font. */
function spelledPlainly(line: string): string {
  return withoutAccents(line, 'NFD').toUpperCase();
}

function broken(line: string, columns: number): string[] {
  const chunks = [];
  for (let start = 0; start === 0 || start < line.length; start += columns)
    chunks.push(line.slice(start, start + columns));
  return chunks;
}

function drawLetter(
  dots: Uint8Array,
  width: number,
  letter: string,
  { x, y, scale }: { x: number; y: number; scale: number },
): void {
  const rows = letters[letter] ?? '00000';
  for (let index = 0; index < 15; index++) {
    const [row, column] = [Math.floor(index / 3), index % 3];
    if (!(Number(rows.charAt(row)) & (4 >> column))) continue;
    for (let down = 0; down < scale; down++) {
      const start = (y + row * scale + down) * width + x + column * scale;
      dots.fill(1, start, start + scale);
    }
  }
}
