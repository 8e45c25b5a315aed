import { parseRut } from '../../../shared/model/rut.ts';
import type { DocumentFact, FactName } from '../../database/index.ts';
import { elementTexts, plainCharacters } from '../../lib/file-formats/xml-elements.ts';
import { checkSignature, outerElement } from './invoice-signature.ts';

/** A shipment holds several invoices; a file that is one document holds one. */
const invoiceStart = /<DTE[\s>]/g;
const maxXmlLength = 8 * 1024 * 1024;

/**
 * The facts of an electronic invoice of the SII, exactly as its XML states them. Read from a file with one
 * invoice whose signature, if it has one, is known.
 */
export function invoiceFacts(xml: string): DocumentFact[] {
  if (xml.length > maxXmlLength || /<!DOCTYPE/i.test(xml)) return [];
  const starts = [...xml.matchAll(invoiceStart)];
  const [start] = starts;
  if (!start || starts.length > 1) return [];
  const invoice = xml.slice(start.index);
  const content = outerElement(invoice, 'Documento');
  const end = invoice.indexOf('</DTE>');
  const after = invoice.slice(invoice.indexOf(content) + content.length, end < 0 ? undefined : end);
  const head = headOf(content);
  if (!head) return [];
  const checked = checkSignature({
    content,
    around: [...openAt(xml.slice(0, start.index)), invoice.slice(0, invoice.indexOf('>') + 1)],
    signature: outerElement(after, 'Signature'),
  });
  if (checked === 'changed') {
    return [fact('signature', checked, `Folio ${head.number}, RUT ${head.issuer}`), ...numbersOf(head)];
  }
  return checked === 'unknown' ? numbersOf(head) : [...numbersOf(head), ...amountsOf(head)];
}

interface Head {
  type: string;
  number: string;
  issuer: string;
  date: string;
  total: string;
  /** Net, exempt and taxes, where all are stated. */
  sum: number | undefined;
}

function headOf(content: string): Head | undefined {
  const [header = ''] = elementTexts(content, 'Encabezado');
  const one = (name: string) => {
    const values = elementTexts(header, name);
    return values.length === 1 ? plainCharacters(values[0] ?? '').trim() : '';
  };
  const [type, number, issuer, date, total] = [
    one('TipoDTE'),
    one('Folio'),
    rutOf(one('RUTEmisor')),
    one('FchEmis'),
    one('MntTotal'),
  ];
  if (!/^\d{2,3}$/.test(type)) return undefined;
  if (!/^\d{1,10}$/.test(number) || issuer === undefined || !/^\d{1,18}$/.test(total)) return undefined;
  const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : '';
  return { type, number, issuer, date: day, total, sum: sumOf(header) };
}

function rutOf(text: string): string | undefined {
  const parsed = parseRut(text.replace(/^[0.\s]+/, ''));
  return parsed.form === 'right' ? parsed.rut : undefined;
}

/** Parts that change the total in ways of their own. */
const otherAmounts = [
  'ImptoReten',
  'IVANoRet',
  'CredEC',
  'GrntDep',
  'Comisiones',
  'MontoNF',
  'IVAProp',
  'IVATerc',
];

function sumOf(header: string): number | undefined {
  const [totals = ''] = elementTexts(header, 'Totales');
  const net = elementTexts(totals, 'MntNeto')[0];
  const tax = elementTexts(totals, 'IVA')[0];
  const hasOther = otherAmounts.some((name) => elementTexts(totals, name).length > 0);
  if (net === undefined || tax === undefined || hasOther) return undefined;
  const sum = Number(net) + Number(tax) + Number(elementTexts(totals, 'MntExe')[0] ?? 0);
  return Number.isSafeInteger(sum) ? sum : undefined;
}

function fact(name: FactName, value: string, line: string): DocumentFact {
  return { form: 'dte', name, value, page: 0, line, isScanned: false };
}

function numbersOf({ type, number, issuer, date }: Head): DocumentFact[] {
  return [
    fact('type', type, `TipoDTE ${type}`),
    fact('number', number, `Folio ${number}`),
    fact('issuer', issuer, `RUTEmisor ${issuer}`),
    ...(date === '' ? [] : [fact('date', date, `FchEmis ${date}`)]),
  ];
}

function amountsOf({ total, sum }: Head): DocumentFact[] {
  return [
    fact('total', total, `MntTotal ${total}`),
    fact('currency', 'CLP', `MntTotal ${total}`),
    ...(sum === undefined ? [] : [fact('sum', String(sum), `MntNeto + IVA + MntExe = ${sum}`)]),
  ];
}

/** The start tags of the elements that are open at the end of a text. */
function openAt(text: string): string[] {
  const open: string[] = [];
  for (const [whole, closing] of text.matchAll(/<(\/?)[A-Za-z][^<>]*>/g)) {
    if (closing) open.pop();
    else if (!whole.endsWith('/>')) open.push(whole);
  }
  return open;
}
