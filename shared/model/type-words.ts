/** What words of a query say of document types. */
export interface TypeMatch {
  /** The words that name types, as they were typed. */
  words: readonly string[];
  /** The names that those words mean, by the alphabet, each once. */
  names: readonly string[];
}

/** Words that only join others. */
const joining: ReadonlySet<string> = new Set('a de del el en la las los of por the'.split(' '));
/** Words between two types that are both meant. */
const listing: ReadonlySet<string> = new Set(['y', 'e', 'o', 'u', 'and', 'or', '+', '&']);

/**
 * Words for documents of any type: by themselves they name none, though `papeles` begins as `papeleta` does.
 */
const ofAnyDocument: ReadonlySet<string> = new Set(
  'papel papeles documento documentos despacho despachos carpeta carpetas'.split(' '),
);

/**
 * Fewer letters than these mean a type only when they are a whole word of its name, as `bl` and `crt` are.
 */
const lettersOfBeginning = 4;

/**
 * Short forms of the trade, and English words for types that the catalogue names in Spanish: each with the
 * beginnings of words that a type's name has to hold, in one of several ways.
 */
const otherWords: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
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
 * The document types that words mean, accents, case and marks left aside: in the singular, the plural or a
 * short form (`facturas`, `bl`, `B/L`, `factu`). Words side by side must all stand in a name, where one has
 * them all; `y` and its like part types that are all meant.
 */
export function matchTypes(words: readonly string[], catalogue: readonly string[]): TypeMatch {
  const types = [...new Set(catalogue)].map((name) => ({ name, parts: name.split(/[\s/]+/).map(lettersOf) }));
  for (const type of types) type.parts.push(...type.name.split(/\s+/).map(lettersOf));
  const [used, names] = [new Set<string>(), new Set<string>()];
  for (const group of groupsOf(words)) {
    const matched = group
      .map((word) => ({ word, ways: waysOf(lettersOf(word)) }))
      .map((one) => ({ ...one, names: types.filter((type) => fitsType(one.ways, type.parts)) }))
      .filter((one) => one.names.length > 0);
    const [first, ...others] = matched;
    const telling = matched.filter(({ word }) => !ofAnyDocument.has(folded(word)));
    if (!first || telling.length === 0) continue;
    const ofAll = first.names.filter((type) => others.every((other) => other.names.includes(type)));
    for (const { name } of ofAll.length > 0 ? ofAll : telling.flatMap((one) => one.names)) names.add(name);
    for (const { word } of ofAll.length > 0 ? matched : telling) used.add(word);
  }
  return {
    words: words.filter((word) => used.has(word)),
    names: [...names].sort((left, right) => left.localeCompare(right, 'es')),
  };
}

/** Words that are left when some have been taken as something else, without what only joined them. */
export function withoutTaken(words: readonly string[], taken: readonly string[]): string[] {
  const left = words.filter((word) => !taken.includes(word));
  return left.every((word) => joining.has(lettersOf(word)) || listing.has(folded(word))) ? [] : left;
}

function groupsOf(words: readonly string[]): string[][] {
  const groups: string[][] = [[]];
  for (const word of words) {
    if (listing.has(folded(word))) groups.push([]);
    else if (!joining.has(lettersOf(word))) groups.at(-1)?.push(word);
  }
  return groups;
}

/**
 * The ways in which a word may stand in a type's name: as it is, in the singular, or as what it is short for.
 */
function waysOf(letters: string): readonly (readonly string[])[] {
  if (letters.length < 2) return [];
  const forms = [letters, letters.replace(/s$/, ''), letters.replace(/es$/, '')].filter(
    (form) => form.length > 1,
  );
  return [...new Set(forms)].flatMap((form) => [[form], ...(otherWords.get(form) ?? [])]);
}

function fitsType(ways: readonly (readonly string[])[], parts: readonly string[]): boolean {
  return ways.some((way) => way.every((letters) => isAmong(letters, parts)));
}

function isAmong(letters: string, parts: readonly string[]): boolean {
  return parts.some((part) =>
    letters.length < lettersOfBeginning ? part === letters : part.startsWith(letters),
  );
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function lettersOf(word: string): string {
  return folded(word).replace(/[^\p{L}\p{N}]/gu, '');
}
