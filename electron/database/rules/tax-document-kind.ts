import { groupWord } from '../../../shared/dossier/expectation-rule.ts';

/** The kind of tax document: notes have their own numbers, which may equal those of the issuer's invoices. */
export type NoteKind = 'credit' | 'debit' | 'other';

/** The kind of tax document that a type's or a purpose's name states. */
export function noteIn(note: string): NoteKind {
  const plain = groupWord(note);
  if (/\bNOTAS? (DE )?CREDITO|\bN ?\/? ?C\b|CREDIT NOTE/.test(plain)) return 'credit';
  return /\bNOTAS? (DE )?DEBITO|\bN ?\/? ?D\b|DEBIT NOTE/.test(plain) ? 'debit' : 'other';
}

/** By the tax authority's document code. */
export function noteOfKind(kind: string): NoteKind {
  if (['60', '61', '112'].includes(kind)) return 'credit';
  return ['55', '56', '111'].includes(kind) ? 'debit' : 'other';
}

/** The tax authority's codes of documents in a register. */
const codes = new Set(
  '29 30 32 33 34 35 38 39 40 41 43 45 46 48 55 56 60 61 103 108 110 111 112 901 911 914 919 924'.split(' '),
);

/** Names of documents, folded, and their codes: manual and electronic. */
type CodedNames = readonly (readonly [RegExp, manual: string, electronic: string])[];

const names: CodedNames = [
  [/^NOTAS? (?:DE )?CREDITO(?: ELECTRONICA)?$/, '60', '61'],
  [/^NOTAS? (?:DE )?DEBITO(?: ELECTRONICA)?$/, '55', '56'],
  [/^FACTURA (?:DE )?COMPRA(?: ELECTRONICA)?$/, '45', '46'],
  [/^FACTURA (?:NO AFECTA(?: O EXENTA)?|EXENTA)(?: ELECTRONICA)?$/, '32', '34'],
  [/^FACTURA(?: AFECTA)?(?: ELECTRONICA)?$/, '30', '33'],
  [/^(?:DIN|DECLARACION (?:DE )?INGRESO)$/, '914', '914'],
];

/** They count beside a code and in a column of types: elsewhere `N/D` and `N/C` tell that something lacks. */
const abbreviations: CodedNames = [
  [/^N ?\/? ?CE?$/, '60', '61'],
  [/^N ?\/? ?DE?$/, '55', '56'],
  [/^FE$/, '30', '33'],
];

/** The tax authority's code in a field: as such, by the document's name, or both, `61 Nota de crédito`. */
export function codeIn(field: string, isOfTypes: boolean): string | undefined {
  const [, code, name = ''] = /^\(?(\d{2,3})\)?(?:[ :.-]{1,3}(\D+))?$/.exec(field.trim()) ?? [];
  if (code === undefined) return codeOfName(field, isOfTypes ? [...names, ...abbreviations] : names);
  const isNamed = name === '' || codeOfName(name, [...names, ...abbreviations]) !== undefined;
  return codes.has(code) && isNamed ? code : undefined;
}

function codeOfName(name: string, known: CodedNames): string | undefined {
  const plain = groupWord(name).replace(/\.$/, '');
  const [, manual, electronic] = known.find(([form]) => form.test(plain)) ?? [];
  return /ELECTRONICA|E$/.test(plain) ? electronic : manual;
}
