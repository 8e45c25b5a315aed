import { isMeasureWord } from './labels.ts';
import { wordsOfName } from './named-clients.ts';
import { isKind, type NumberKind } from './numbers.ts';

/**
 * The contents of a column: numbers of a kind, RUTs of clients or of others, their check digits, client
 * names, or nothing for the query.
 */
export type Column = NumberKind | 'rut' | 'other-rut' | 'digit' | 'client' | 'other' | 'loose';

/** Column titles, folded, without punctuation and articles. The first match counts. */
const titles: readonly { column: Column; form: RegExp }[] = [
  {
    column: 'rut',
    form: /^(?:(?:numero|n|no|nro) )?(?:rut|r u t|tax id)(?: (?:cliente|importador|exportador|consignatario|empresa))?$|^(?:cliente|importador) rut$/,
  },
  {
    column: 'other-rut',
    form: /^(?:rut|r u t|run|cedula|c i)(?: (?:chofer|conductor|transportista|transporte|proveedor|emisor|agente|agencia|despachador|retira|representante|contacto|persona))?$|^(?:chofer|conductor|proveedor|transportista) rut$/,
  },
  { column: 'digit', form: /^(?:dv|d v|digito(?: verificador)?)$/ },
  {
    column: 'dispatch',
    form: /^(?:(?:numero|n|no|nro|num|id|cod|codigo) )?(?:despachos?|desp|dispatch(?:es)?|dispatch (?:number|no|id))(?: (?:numero|n|no|nro|interno|aduana|agencia))?$/,
  },
  {
    column: 'dispatch',
    form: /^(?:(?:numero|n|no|nro|num) )?(?:carpetas?|legajos?|operacion|interno|ref aga|ref agencia|referencia agencia)(?: (?:agencia|numero|n|no))?$/,
  },
  {
    column: 'dispatch',
    form: /^(?:our |agency |broker |customs )?(?:file|job|expedientes?)(?: (?:number|numero|n|no))?$|^(?:agency|agent|broker|customs broker) (?:ref|reference)(?: (?:number|n|no))?$/,
  },
  {
    column: 'declaration',
    form: /^(?:(?:numero|n|no|nro|num) )?(?:din|dus|din dus|declaracion(?:es)?(?: (?:ingreso|salida))?|aceptacion|identificacion|declaration)(?: (?:numero|n|no))?$/,
  },
  {
    column: 'reference',
    form: /^(?:(?:numero|n|no|nro|num|su|nuestra) )?(?:referencias?|ref|reference|ref cliente|referencia cliente|oc|o c|orden(?:es)? compra|orden|po|p o|purchase order|pedido|s ref|n ref)(?: (?:cliente|numero|n|no))?$/,
  },
  {
    column: 'transport',
    form: /^(?:(?:numero|n|no|nro|num) )?(?:bl|b l|hbl|mbl|awb|hawb|mawb|crt|bl awb|b l awb|conocimiento(?: embarque)?|guia aerea|(?:docto|doc|documento) transporte|bill lading)(?: (?:numero|n|no|master|house|hijo|madre))?$/,
  },
  {
    column: 'container',
    form: /^(?:(?:numero|n|no|nro|num) )?(?:contenedor(?:es)?|containers?|cntr|unidad)(?: (?:numero|n|no))?$/,
  },
  {
    column: 'folio',
    form: /^(?:(?:numero|n|no|nro|num) )?(?:facturas?|invoices?|fact|folios?|factura comercial|invoice (?:number|no)|guia despacho|nota cobro)(?: (?:numero|n|no|comercial))?$/,
  },
  {
    column: 'client',
    form: /^(?:clientes?|client|importador|exportador|consignatario|razon social|nombre(?: cliente)?|empresa|customer|name)$/,
  },
];

/** Words of titles that begin like that of dispatches, but are about something else. */
const otherThanDispatches =
  /\b(?:fecha|dia|hora|estado|tipo|monto|valor|total|costo|cantidad|peso|kilos|bultos|lugar|direccion|bodega|domicilio|guia|anterior|antiguo|date|status|type|amount|value|quantity|weight|address)\b/;

/** Whether a title names dispatches in words of its own: `Despachos pendientes`, `numeroDespacho`. */
export function isLooseTitle(cell: string): boolean {
  if (cell.length > 60 || titleOf(cell) !== 'other') return false;
  const words = titleWords(cell.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
  return (
    /^(?:(?:numero|n|no|nro|num|id|cod|codigo) )?(?:despachos?|carpetas?|dispatch(?:es)?)(?: |$)/.test(
      words,
    ) && !otherThanDispatches.test(words)
  );
}

const articles = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'of', 'the']);

/** The column that a title names. */
export function titleOf(cell: string): Column {
  if (cell.length > 60) return 'other';
  const words = titleWords(cell);
  if (words === '') return 'other';
  return titles.find(({ form }) => form.test(words))?.column ?? 'other';
}

/** The words of a title, folded, without articles. */
function titleWords(cell: string): string {
  return wordsOfName(cell.replaceAll(/[°º#]/g, ' n ').replace(/\bn[ .]?o\b/i, 'n'))
    .filter((word) => !articles.has(word))
    .join(' ')
    .replace(/^n n /, 'n ');
}

/** Titles of columns that are never queried, besides labels of amounts and quantities. */
const measures =
  /^(?:pesos?|bruto|exento|afecto|fecha|estado|eta|etd|nave|packages|pkgs|qty|quantity|weight|value|date|status|gross|net|vessel|volumen|volume|m3|cbm|usd|clp|us|eur|dolar|arancel|ad valorem|advalorem|tasa|debe|haber|cargo|deuda|costos?|fee|price|cost|balance|tax|vat)(?: |$)/;

/** Whether a title is of measures, amounts, days or states. */
export function isMeasure(cell: string): boolean {
  if (cell.length > 60) return false;
  const words = wordsOfName(cell);
  return isMeasureWord(words[0] ?? '') || measures.test(words.join(' '));
}

/** Whether a cell is a column title, queried or not. */
export function isTitle(cell: string): boolean {
  return titleOf(cell) !== 'other' || isMeasure(cell);
}

/** `Despacho/OC: 410931/452599` as `Despacho 410931, OC 452599`: each number behind its own label. */
export function withLabelsApart(line: string): string {
  if (line.length > maxLettersOfPairs) return line;
  const at = line.search(firstNumber);
  const head = line.slice(0, Math.max(0, at)).replace(/(?<![:. ])[:. ]+$/, '');
  const mark = ['/', ' - '].find((one) => head.includes(one));
  const titles = mark === undefined ? [] : head.split(mark).map((title) => title.trim());
  const kinds = new Set(titles.map(titleOf).filter(isKind));
  if (mark === undefined || titles.length < 2 || kinds.size < titles.length) return line;
  const rows = line
    .slice(at)
    .split(/[,;] ?/)
    .map((row) => row.split(mark).map((one) => one.trim()));
  const areRows = rows.every((row) => row.length === titles.length && row.every((one) => /\d{3}/.test(one)));
  return areRows
    ? rows.map((row) => row.map((one, index) => `${titles[index]} ${one}`).join(', ')).join(', ')
    : line;
}

/** A line with several labels of one number each is short. */
const maxLettersOfPairs = 400;
/** The first word with figures. */
const firstNumber = /(?<![^\s:])[^\s:]*\d/;

/** Columns `Desde` and `Hasta` as one column of ranges, where all they hold is ranges. */
export function withRangesOfColumns(lines: readonly string[]): readonly string[] {
  const changed = [...lines];
  for (const [from, line] of lines.entries()) {
    const separator = ['\t', '|', ';'].find((one) => line.includes(one)) ?? '\t';
    const titles = line.split(separator);
    const at = rangeTitles(titles);
    if (at < 0 || titles.toSpliced(at, 2).some((cell) => isKind(titleOf(cell)))) continue;
    const rows: { cells: readonly string[]; ends: readonly string[] }[] = [];
    for (let below = from + 1; below < lines.length; below++) {
      const cells = lines[below]?.split(separator) ?? [];
      if (cells.length < 2 || rangeTitles(cells) >= 0) break;
      rows.push({ cells, ends: cells.slice(at, at + 2).map((cell) => cell.replaceAll('"', '').trim()) });
    }
    const areRanges = rows.every(
      ({ ends }) => ends.every((end) => end === '') || (ends.length === 2 && ends.every(isWhole)),
    );
    if (!areRanges) continue;
    changed[from] = titles.toSpliced(at, 2, 'Despacho').join(separator);
    for (const [index, { cells, ends }] of rows.entries())
      changed[from + 1 + index] = cells
        .toSpliced(at, 2, ends.filter((end) => end !== '').join(' al '))
        .join(separator);
  }
  return changed;
}

/** The index of a column `Desde` with `Hasta` behind it, or -1. */
function rangeTitles(titles: readonly string[]): number {
  return titles.findIndex((cell, at) => titleOfFirst.test(cell) && titleOfLast.test(titles[at + 1] ?? ''));
}

const isWhole = (cell: string) => wholeNumber.test(cell);

const titleOfFirst = /^ ?"?(?:(?:n°|nro\.?|despachos?|carpetas?) )?(?:desde|del|from|inicial)"? ?$/i;
const titleOfLast = /^ ?"?(?:(?:n°|nro\.?|despachos?|carpetas?) )?(?:hasta|al|to|final)"? ?$/i;
const wholeNumber =
  /^(?!(?:19|20)\d\d(?:(?:0\d|1[0-2])(?:[0-3]\d)?)?$)(?:\p{L}{1,6}-)?(?:\d{4}-)?(?:\d{4,8}|\d{1,3}\.\d{3})$/u;
