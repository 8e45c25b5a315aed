import { parseRut } from '../../../shared/model/rut.ts';
import type { DocumentFact, FactName } from '../../database/index.ts';
import type { FactLine } from './fact-line.ts';

/** The middle line of the box that the SII prescribes: RUT of the issuer, kind, folio. */
const title = /^FACTURA (NO AFECTA O EXENTA |EXENTA )?ELECTRONICA$/;
/** Codes of the SII for the titles. */
const types = { taxed: '33', exempt: '34' } as const;
const issuerLine = /^R\.? ?U\.? ?T\.?[ .:]*([\d.]{7,10} ?- ?[\dK])$/;
const folioLine = /^(?:N[°ºO]?|NRO|FOLIO)[ .:°]*(\d{1,10})$/;
/** Another box: the file may hold several documents, and a line may be of either. */
const otherTitle =
  /^NOTA DE (?:CREDITO|DEBITO)(?: ELECTRONICA)?$|^(?:GUIA DE DESPACHO|BOLETA(?: [A-Z ]+)?|FACTURA DE COMPRA|LIQUIDACION[- ]FACTURA|FACTURA DE EXPORTACION) ELECTRONICA$/;
/** A list of what is to be paid, which may quote an invoice or have it behind. */
const charge = /^NOTA DE COBRO(?: ELECTRONICA)?(?: ?(?:N[°ºO]?|NRO)?[ .:°]*\d+)?$/;
/** A paper that is no invoice yet. */
const noInvoice =
  /\b(?:BORRADOR|MUESTRA|PRE ?-?FACTURA|PRO ?-?FORMA|SIN VALIDEZ|NO VALID[AO]|ANULAD[AO]|DOCUMENTO DE PRUEBA|VISTA PREVIA)\b/;

const pesos = String.raw`(?:\$|CLP)? ?(\d{1,3}(?:\.\d{3})+|\d+)`;
/** What stands before each amount: alone on its line, or with the amount behind it. */
const labels = {
  net: /^(?:MONTO )?NETO(?: ?\$)?[ :]*/,
  exempt: /^(?:MONTO )?EXENTO(?: ?\$)?[ :]*/,
  tax: /^(?:MONTO )?I\.?V\.?A\.?(?: ?\(?19 ?%\)?)?(?: ?\$)?[ :]*/,
  total: /^(?:MONTO )?TOTAL(?: ?\$)?[ :]*(?![A-Z])/,
} as const;
const wholeAmount = new RegExp(`^${pesos}$`);

type AmountName = keyof typeof labels;

/** An amount and the line that shows it. */
interface Amount {
  value: number;
  line: FactLine;
}

/** Whether the top of a document has the title of a printed electronic invoice, and is no note of charges. */
export function isPrintedInvoice(top: readonly FactLine[]): boolean {
  return top.some(({ folded }) => title.test(folded)) && !top.some(({ folded }) => charge.test(folded));
}

/**
 * The facts of a printed electronic invoice: every box says the same issuer and folio, and nothing else is in
 * the file. Its total counts where net, tax and exempt amounts are stated once each and add up to it.
 */
export function printedInvoiceFacts(lines: readonly FactLine[]): DocumentFact[] {
  if (lines.some(({ folded }) => otherTitle.test(folded) || noInvoice.test(folded))) return [];
  const boxes = lines.flatMap(({ folded }, index) => (title.test(folded) ? [boxAt(lines, index)] : []));
  const [first] = boxes;
  const isOne = boxes.every(
    (box) => box && box.type === first?.type && box.issuer === first.issuer && box.folio === first.folio,
  );
  if (!first || !isOne) return [];
  const total = totalOf(lines);
  return [
    fact('type', first.type, first.titleLine),
    fact('number', first.folio, first.folioLine),
    fact('issuer', first.issuer, first.issuerLine),
    ...(total ? [fact('total', String(total.value), total.line), fact('currency', 'CLP', total.line)] : []),
  ];
}

function boxAt(lines: readonly FactLine[], index: number) {
  const [above, own, below] = [lines[index - 1], lines[index], lines[index + 1]];
  if (above?.isUnsure || own?.isUnsure || below?.isUnsure) return undefined;
  const rut = parseRut((issuerLine.exec(above?.folded ?? '')?.[1] ?? '').replace(/[ .]/g, ''));
  const folio = folioLine.exec(below?.folded ?? '')?.[1]?.replace(/^0+(?=\d)/, '');
  if (!above || !own || !below || rut.form !== 'right' || !rut.digitIsRight || folio === undefined)
    return undefined;
  const type = title.exec(own.folded)?.[1] === undefined ? types.taxed : types.exempt;
  return { type, titleLine: own, issuer: rut.rut, issuerLine: above, folio, folioLine: below };
}

function totalOf(lines: readonly FactLine[]): Amount | undefined {
  const read = { net: amountOf('net', lines), exempt: amountOf('exempt', lines) };
  const [tax, total] = [amountOf('tax', lines), amountOf('total', lines)];
  if ([read.net, read.exempt, tax].includes('unsure') || typeof total !== 'object') return undefined;
  const [net, exempt, taxed] = [read.net, read.exempt, tax].map((amount) =>
    typeof amount === 'object' ? amount.value : undefined,
  );
  // An exempt amount alone is stated as the total, too: nothing else confirms it.
  const isStated = net !== undefined && taxed !== undefined;
  return isStated && net + taxed + (exempt ?? 0) === total.value ? total : undefined;
}

/** The one amount of a label; `unsure` where one cannot be read, or another differs. */
function amountOf(name: AmountName, lines: readonly FactLine[]): Amount | 'unsure' | undefined {
  let found: Amount | undefined;
  for (const [index, line] of lines.entries()) {
    const before = labels[name].exec(line.folded)?.[0];
    if (before === undefined) continue;
    const rest = line.folded.slice(before.length).trim();
    // Of another column, on a scan, it would not add up with the others.
    const shown = rest === '' ? lines[index + 1] : line;
    if (line.isUnsure || shown?.isUnsure) return 'unsure';
    const [, written] = wholeAmount.exec(rest === '' ? (shown?.folded ?? '') : rest) ?? [];
    if (written === undefined || !shown) return 'unsure';
    const value = Number(written.replaceAll('.', ''));
    if (!Number.isSafeInteger(value) || (found && found.value !== value)) return 'unsure';
    found ??= { value, line: shown };
  }
  return found;
}

function fact(name: FactName, value: string, { page, written, isScanned }: FactLine): DocumentFact {
  return { form: 'printed-dte', name, value, page, line: written, isScanned };
}
