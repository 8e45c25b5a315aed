import { foldLetters } from '../without-accents.ts';

/** The document types that words of a query match. */
interface TypeMatch {
  /** The matching words, as typed. */
  tokens: readonly string[];
  /** The names that those words match, alphabetically, each once. */
  names: readonly string[];
}

/** Words that only connect others. */
const joining: ReadonlySet<string> = new Set('a de del el en la las los of por the'.split(' '));
/** Conjunctions between two types. */
const listing: ReadonlySet<string> = new Set(['y', 'e', 'o', 'u', 'and', 'or', '+', '&']);

/**
 * Words for documents of any type: alone they match none, although `papeles` has the prefix of `papeleta`.
 */
const ofAnyDocument: ReadonlySet<string> = new Set(
  'papel papeles documento documentos despacho despachos carpeta carpetas'.split(' '),
);

/** Words with fewer letters match only a whole word of a type's name, as `bl` and `crt` do. */
const lettersOfBeginning = 4;

/**
 * Abbreviations of the trade, and English words for types that the catalogue names in Spanish. Each has
 * alternatives: lists of prefixes that must all occur in a type's name.
 */
const synonyms: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  Object.entries({
    fac: [['factura']],
    fact: [['factura']],
    facs: [['factura']],
    cert: [['certificado']],
    co: [['certificado', 'origen']],
    pl: [['packing'], ['empaque']],
    fc: [['factura', 'comercial']],
    nc: [['nota', 'cobro']],
    gd: [['guia', 'despacho']],
    hbl: [['bl'], ['conocimiento']],
    mbl: [['bl'], ['conocimiento']],
    bol: [['bl'], ['conocimiento']],
    hawb: [['awb']],
    mawb: [['awb']],
    invoice: [['factura']],
    commercial: [['comercial']],
    agency: [['agencia']],
    lading: [['bl'], ['conocimiento']],
    bill: [['bl'], ['conocimiento'], ['cobro']],
    waybill: [['awb'], ['porte'], ['guia']],
    air: [['aerea']],
    certificate: [['certificado']],
    origin: [['origen']],
    insurance: [['seguro']],
    list: [['lista']],
    receipt: [['comprobante'], ['recibo'], ['papeleta']],
    payment: [['pago']],
    declaration: [['declaracion']],
    import: [['ingreso'], ['importacion']],
    export: [['salida'], ['exportacion']],
  }),
);

/**
 * The document types that words match, ignoring accents, case and punctuation: singular, plural, prefix or
 * abbreviation (`facturas`, `bl`, `B/L`, `factu`). Adjacent words must all occur in a name, if one has them
 * all; conjunctions separate types.
 */
export function matchTypes(tokens: readonly string[], catalogue: readonly string[]): TypeMatch {
  const types = [...new Set(catalogue)].map((name) => ({
    name,
    nameTokens: name.split(/[\s/]+/).map(lettersOf),
  }));
  for (const type of types) type.nameTokens.push(...type.name.split(/\s+/).map(lettersOf));
  const [used, names] = [new Set<string>(), new Set<string>()];
  for (const group of groupsOf(tokens)) {
    const matched = group
      .map((word) => ({ word, ways: waysOf(lettersOf(word)) }))
      .map((one) => ({ ...one, names: types.filter((type) => fitsType(one.ways, type.nameTokens)) }))
      .filter((one) => one.names.length > 0);
    const [first, ...others] = matched;
    const telling = matched.filter(({ word }) => !ofAnyDocument.has(foldLetters(word)));
    if (!first || telling.length === 0) continue;
    const ofAll = first.names.filter((type) => others.every((other) => other.names.includes(type)));
    for (const { name } of ofAll.length > 0 ? ofAll : telling.flatMap((one) => one.names)) names.add(name);
    for (const { word } of ofAll.length > 0 ? matched : telling) used.add(word);
  }
  return {
    tokens: tokens.filter((word) => used.has(word)),
    names: [...names].sort((left, right) => left.localeCompare(right, 'es')),
  };
}

/** The remaining words after some were taken, without the words that connected them. */
export function withoutTaken(tokens: readonly string[], taken: readonly string[]): string[] {
  const left = tokens.filter((word) => !taken.includes(word));
  return left.every((word) => joining.has(lettersOf(word)) || listing.has(foldLetters(word))) ? [] : left;
}

function groupsOf(tokens: readonly string[]): string[][] {
  const groups: string[][] = [[]];
  for (const word of tokens) {
    if (listing.has(foldLetters(word))) groups.push([]);
    else if (!joining.has(lettersOf(word))) groups.at(-1)?.push(word);
  }
  return groups;
}

/** The ways to find a word in a type's name: unchanged, singular, or expanded. */
function waysOf(letters: string): readonly (readonly string[])[] {
  if (letters.length < 2) return [];
  const forms = [letters, letters.replace(/s$/, ''), letters.replace(/es$/, '')].filter(
    (form) => form.length > 1,
  );
  return [...new Set(forms)].flatMap((form) => [[form], ...(synonyms.get(form) ?? [])]);
}

function fitsType(ways: readonly (readonly string[])[], nameTokens: readonly string[]): boolean {
  return ways.some((way) => way.every((letters) => isAmong(letters, nameTokens)));
}

function isAmong(letters: string, nameTokens: readonly string[]): boolean {
  return nameTokens.some((part) =>
    letters.length < lettersOfBeginning ? part === letters : part.startsWith(letters),
  );
}

function lettersOf(word: string): string {
  return foldLetters(word).replace(/[^\p{L}\p{N}]/gu, '');
}
