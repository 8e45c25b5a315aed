import { matchTypes } from '../../../shared/model/match-types.ts';
import { joining } from './labels.ts';
import { nameStopWords } from './named-clients.ts';

/** Type names that customs agencies use, for use before any catalogue has been read. */
export const knownTypeNames: readonly string[] = [
  ...['CONOCIMIENTO DE EMBARQUE (B/L)', 'GUÍA AÉREA (AWB)', 'CARTA DE PORTE (CRT)', 'FACTURA COMERCIAL'],
  ...['LISTA DE EMPAQUE / PACKING LIST', 'CERTIFICADO DE ORIGEN', 'CERTIFICADO DE SEGURO'],
  ...['CERTIFICADO FITOSANITARIO (SAG)', 'DECLARACION DE INGRESO (DIN)', 'DECLARACION UNICA DE SALIDA (DUS)'],
  ...[
    'COMPROBANTE DE PAGO (TGR F-09 / F-15)',
    'PAPELETA DE RECEPCIÓN',
    'GUÍA DE DESPACHO',
    'FACTURA TERCEROS',
  ],
  ...['FACTURA AGENCIA', 'FACTURA DE EXPORTACION', 'NOTA DE COBRO', 'INSTRUCCIONES DE EMBARQUE'],
  ...['RESERVA DE ESPACIO (BOOKING)', 'MANDATO / PODER NOTARIAL', 'CARTA PROVISION DE FONDOS'],
];

/** Ambiguous first words of type names: they need a second word of the name. */
const vague = new Set(
  'otros otras informe instrucciones carta nota notas reserva lista agencia solicitud copia orden documento documentos'.split(
    ' ',
  ),
);
/** Abbreviations of the trade that name a type by themselves in any sentence. */
const shortForms = new Set(
  'pl fc bl bls hbl mbl awb hawb mawb crt din dus packing invoice invoices fac facs fact facts factura facturas certificado certificados cert waybill tgr'.split(
    ' ',
  ),
);

/**
 * The types that a sentence names: runs that start with the first word of a type's name, or with its
 * abbreviation. A word from the middle of a name, such as `comercial`, names nothing by itself. Returns the
 * names and the indexes of the words.
 */
export function typesInSentence(
  words: readonly string[],
  catalogue: readonly string[],
): { names: string[]; indexes: number[] } {
  const first = new Set(catalogue.flatMap((name) => lettersOf(name.split(/[\s/]+/)[0] ?? '')));
  const names = new Set<string>();
  const indexes: number[] = [];
  for (let from = 0; from < words.length; from++) {
    const word = lettersOf(words[from] ?? '');
    const singular = [word, word.replace(/s$/, ''), word.replace(/es$/, '')];
    const isVague = singular.some((form) => vague.has(form)) || isOfOther(word, words[from + 1]);
    const begins = shortForms.has(word) || singular.some((form) => first.has(form));
    if (!begins || nameStopWords.has(word)) continue;
    const run = runFrom(words, from, catalogue);
    if (run.words.length === 0 || (isVague && run.words.length < 2)) continue;
    for (const name of matchTypes(run.words, catalogue).names) names.add(name);
    indexes.push(...run.indexes);
    from = run.indexes.at(-1) ?? from;
    for (const { name, at } of furtherOf(word, words, from, catalogue)) {
      names.add(name);
      indexes.push(at);
      from = at;
    }
  }
  return { names: [...names].sort((left, right) => left.localeCompare(right, 'es')), indexes };
}

/** Types that share their first word with the one before: `certificados de seguro y de origen`. */
function furtherOf(
  first: string,
  words: readonly string[],
  from: number,
  catalogue: readonly string[],
): { name: string; at: number }[] {
  const found: { name: string; at: number }[] = [];
  for (let at = from + 1; /^(?:y|e|o)$/.test(words[at] ?? '') && words[at + 1] === 'de'; at += 3) {
    const matched = matchTypes([first, words[at + 2] ?? ''], catalogue);
    if (matched.tokens.length < 2) break;
    for (const name of matched.names) found.push({ name, at: at + 2 });
  }
  return found;
}

/**
 * Whether a certificate has a further word, as in `certificado ISO`: then it is a type only if that word is
 * part of its name.
 */
function isOfOther(word: string, next = ''): boolean {
  return (
    /^(?:certificado|certificate)$/.test(word) &&
    next !== '' &&
    !joining.has(next) &&
    !nameStopWords.has(next)
  );
}

/** The words from `from` on that occur together in a type's name. */
function runFrom(
  words: readonly string[],
  from: number,
  catalogue: readonly string[],
): { words: string[]; indexes: number[] } {
  const run: string[] = [];
  const indexes: number[] = [];
  for (let at = from; at < Math.min(words.length, from + 7); at++) {
    const word = words[at] ?? '';
    if (at > from && (word === 'de' || word === 'del' || word === 'of')) continue;
    const next = [...run, word];
    const matched = matchTypes(next, catalogue);
    const before = matchTypes(run, catalogue).names;
    const isNarrower =
      matched.tokens.length === next.length &&
      (run.length === 0 || matched.names.every((name) => before.includes(name)));
    if (joining.has(word) || !isNarrower) break;
    run.push(word);
    indexes.push(at);
  }
  return { words: run, indexes };
}

function lettersOf(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
