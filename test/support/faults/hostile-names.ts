import { isAbsolute, join, relative } from 'node:path';
import fc from 'fast-check';
import type { Store } from '../../../electron/database/index.ts';
import {
  foldName,
  parseTemplate,
  planFixedFolder,
  planPath,
} from '../../../electron/downloads/files/index.ts';
import { objections, sameOnSomeSystem } from '../disk/name-rules.ts';
import { acme, document, octoberInvoices } from '../samples/documents.ts';

const slice = 500;
const seed = Number(process.env['CARPETA_PROPERTY_SEED'] ?? 20_261_120);

const nasty = [
  ...[
    '..',
    '../../etc/passwd',
    '..\\..\\Windows',
    'C:\\boot.ini',
    '/abs',
    '\\\\server\\share',
    'a/b/c',
    'x:y',
    '.',
    '',
    ' ',
  ],
  ...[
    'CON',
    'con.pdf',
    'NUL',
    'LPT1',
    'COM¹',
    'AUX.',
    'desktop.ini',
    '.lock',
    '~$x',
    '_vti_',
    'forms',
    'Forms',
  ],
  ...[
    '\u202epdf.exe',
    'a\u0000b',
    'é',
    'e\u0301',
    'É',
    'ß',
    'SS',
    'ﬀ',
    'FF',
    'İ',
    'i',
    'ı',
    'K',
    'K',
    'ａ',
    'a',
    '\ud83d',
  ],
  ...[
    'trailing.',
    'trailing ',
    'x'.repeat(300),
    '漢'.repeat(120),
    '👩‍🚀'.repeat(60),
    'indice',
    'SHA256SUMS',
    'a (2)',
    'a',
  ],
];
/**
 * Any character, half ones aside. `unit: 'binary'` keeps a table of them all, 80 MB that the campaign would
 * measure as the program's own.
 */
const character = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((codePoint) => String.fromCodePoint(codePoint < 0xd800 ? codePoint : codePoint + 0x800));
/** A name that has broken programs before, or any text. */
export const hostileName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nasty) },
  { weight: 2, arbitrary: fc.string({ unit: character, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);
/** Templates that differ in what stands in a path. */
export const templates = [
  '{client}/{year}-{month}/{dispatch}_{reference}/{nn}_{type}_{number}',
  '{type}/{number}',
  '{reference}/{type}/{id}',
  '{number}',
];

/** Reserves so many hostile names below a folder, as a batch does; gives their paths, in its order. */
export async function reserve(
  store: Store,
  template: string,
  folder: string,
  count: number,
  namedSeed = seed,
): Promise<string[]> {
  const parsed = parseTemplate(template);
  const batch = await store.beginBatch({
    uuid: crypto.randomUUID(),
    name: 'hostile',
    folder,
    template,
    startedAt: '2026-11-20T12:00:00.000Z',
    selection: { kind: 'some', documents: [{ connectionId: 'c', id: 'x' }] },
    withInactive: true,
    force: false,
    owner: 'test',
    leaseUntil: Number.MAX_SAFE_INTEGER,
  });
  const values = fc.sample(
    fc.record({
      type: hostileName,
      folio: hostileName,
      reference: hostileName,
      dispatch: hostileName,
      client: hostileName,
    }),
    {
      numRuns: count,
      seed: namedSeed,
    },
  );
  for (let at = 0; at < count; at += slice) {
    const sources = values
      .slice(at, at + slice)
      .map(({ type, folio, reference, dispatch, client }, index) => ({
        document: document({
          id: `${index + at}${index % 7 === 0 ? '/..' : ''}`,
          type,
          folio,
          reference,
          dispatchNumber: dispatch,
        }),
        rut: acme,
        client,
        agency: 'agencia',
      }));
    const wishes = sources.map((source) => {
      const stored = planFixedFolder(parsed, source, folder);
      return {
        connectionId: 'c',
        dispatch: source.document.dispatchNumber,
        folder: stored,
        key: foldName(stored),
      };
    });
    const folders =
      parsed.fixedFolders > 0 ? await store.reserveFolders(batch.uuid, parsed.fixedText, wishes) : [];
    await store.addTransfers(
      batch.uuid,
      sources.map((source, index) => ({
        connectionId: 'c',
        id: source.document.id,
        dispatch: source.document.dispatchNumber,
        rut: acme,
        type: source.document.type,
        folio: source.document.folio,
        foundBy: octoberInvoices,
        ...planPath(parsed, source, folder, folders[index] ?? ''),
      })),
    );
  }
  const paths: string[] = [];
  while (paths.length < count) {
    const { rows } = await store.listBatchTransfers(batch.uuid, paths.length, 500, false);
    paths.push(...rows.map(({ path }) => path));
  }
  return paths;
}

/**
 * What is wrong with the paths that so many hostile names give: not distinct, taken by not every system, or
 * outside the folder.
 */
export async function wrongPaths(store: Store, names: number, namedSeed = seed): Promise<string[]> {
  console.log(`seed ${namedSeed}`);
  const wrong: string[] = [];
  for (const [index, template] of templates.entries()) {
    const folder = join('/home/ana/Carpetas de prueba', String(index));
    const paths = await reserve(store, template, folder, names / templates.length, namedSeed);
    wrong.push(...paths.flatMap((path) => objectionsTo(path, folder)));
    const distinct = new Set(paths.map(sameOnSomeSystem)).size;
    if (distinct < paths.length) wrong.push(`${paths.length - distinct} paths are the same on some system`);
  }
  return wrong;
}

function objectionsTo(path: string, folder: string): string[] {
  const problems = objections(path);
  const absolute = join(folder, path);
  const inside = relative(folder, absolute);
  if (inside.startsWith('..') || isAbsolute(inside)) problems.push('outside');
  // With the longest extension that a document gets.
  if (`${absolute}.jpeg.part`.length > 259) problems.push('too long');
  return problems.map((failure) => `${JSON.stringify(path)}: ${failure}`);
}
