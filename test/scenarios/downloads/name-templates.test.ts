import { describe, expect, test } from 'vitest';
import { numberMark } from '../../../electron/database/index.ts';
import { type NameSource, parseTemplate } from '../../../electron/downloads/files/name-template.ts';
import { planFixedFolder, planPath } from '../../../electron/downloads/files/plan-path.ts';
import { foldName, safeName } from '../../../electron/downloads/files/safe-name.ts';
import { isAppError } from '../../../shared/errors.ts';
import { document } from '../../support/samples/documents.ts';

const standard = '{client}/{year}-{month}/{dispatch}_{reference}/{nn}_{type}_{number}';
const home = '/home/ana/Carpetas';

function source(overrides: Parameters<typeof document>[0]): NameSource {
  return { document: document(overrides), rut: '76086428-5', client: 'ACME', agency: 'Agencia del Puerto' };
}

/** The path that a document gets, its number still to come. */
function pathOf(template: string, of: NameSource, destination = home): string {
  const parsed = parseTemplate(template);
  const { folder, stem } = planPath(parsed, of, destination, planFixedFolder(parsed, of, destination));
  return (folder === '' ? stem : `${folder}/${stem}`).replaceAll(numberMark, 'NN');
}

const opened = { dispatch: { fechaApertura: '2026-10-05T00:00:00.000Z' } };

describe('a name template', () => {
  test('names a document after its client, month, dispatch, type and folio', () => {
    expect(pathOf(standard, source({ id: 'a', ...opened }))).toBe(
      'ACME/2026-10/123456_REF-01/NN_FACTURA TERCEROS_000123',
    );
  });

  test.each([
    ['a missing folio', { folio: '' }, 'ACME/2026-10/123456_REF-01/NN_FACTURA TERCEROS'],
    ['a missing reference', { reference: '' }, 'ACME/2026-10/123456/NN_FACTURA TERCEROS_000123'],
    ['no type', { type: '' }, 'ACME/2026-10/123456_REF-01/NN_000123'],
    ['no dispatch', { dispatchNumber: '', reference: '' }, 'ACME/2026-10/NN_FACTURA TERCEROS_000123'],
  ])('with %s, the part vanishes with its separator', (_, fields, path) => {
    expect(pathOf(standard, source({ id: 'a', ...opened, ...fields }))).toBe(path);
  });

  test.each([
    ['{type} ({number})', 'FACTURA TERCEROS'],
    ['({number}) {type}', 'FACTURA TERCEROS'],
    ['{type} [{number}] {id}', 'FACTURA TERCEROS a'],
    ['Doc {number}', 'Doc'],
  ])('%s leaves no open bracket behind without a folio', (template, path) => {
    expect(pathOf(template, source({ id: 'a', folio: '' }))).toBe(path);
  });

  test.each([
    ['{number}', 'indice', '_indice'],
    ['{number}', 'INDICE', '_INDICE'],
    ['{number}', 'sha256sums', '_sha256sums'],
    ['{number}', 'ｉｎｄｉｃｅ', '_ｉｎｄｉｃｅ'],
    ['{number}', 'indice.csv', '_indice.csv'],
    ['{number}/{type}', 'Indice.csv', '_Indice.csv/FACTURA TERCEROS'],
    ['{number}', 'indice 2', 'indice 2'],
  ])('%s of the folio %s leaves the names of the index and the checksums free', (template, folio, path) => {
    expect(pathOf(template, source({ id: 'a', folio }))).toBe(path);
  });

  test('year and month come from the date that is named, and without one read sin-fecha, once', () => {
    const arrival = { dispatch: { fechaApertura: null, fechaEta: '2026-09-30T00:00:00.000Z' } };
    expect(pathOf('{year:fechaEta}/{month:fechaEta}/{id}', source({ id: 'a', ...arrival }))).toBe(
      '2026/09/a',
    );
    expect(pathOf('{year}-{month}/{id}', source({ id: 'a', ...arrival }))).toBe('sin-fecha/a');
    expect(pathOf('{year}/{month}/{id}', source({ id: 'a', ...arrival }))).toBe('sin-fecha/sin-fecha/a');
    expect(pathOf('{year:infoDoc.document.issueDate}/{id}', source({ id: 'a' }))).toBe('2026/a');
  });

  test('a date without a time of day keeps its day, an instant has that of Santiago', () => {
    const dates = { fechaEta: '2026-10-01T00:00:00.000Z', fechaArriboEfectivo: '2026-10-01T02:30:00.000Z' };
    const template = '{day:fechaEta} {day:fechaArriboEfectivo} {month:fechaArriboEfectivo}';
    expect(pathOf(template, source({ id: 'a', dispatch: dates }))).toBe('01 30 09');
  });

  test.each(['28/10/2026', '28-10-26', '28 de octubre de 2026', '2026-10-28'])(
    'a date as a document has it, %s, is read',
    (issueDate) => {
      const path = 'infoDoc.document.issueDate';
      const template = `{year:${path}}-{month:${path}}/{day:${path}} {${path}}`;
      expect(pathOf(template, source({ id: 'a', issueDate }))).toBe('2026-10/28 2026-10-28');
    },
  );

  test('a number that could be a date stays as it is', () => {
    expect(pathOf('{infoDoc.document.number}', source({ id: 'a', folio: '28-10-26' }))).toBe('28-10-26');
  });

  test('any field of the document or of its dispatch may stand in it, agency and all', () => {
    const template =
      '{agency}/{nombreNave}/{dispatch.puertoDesembarque}/{infoDoc.issuer.name} {numeroDespacho} {rut}';
    const facts = { dispatch: { nombreNave: 'Maersk Antares', puertoDesembarque: 'Valparaíso' } };
    expect(pathOf(template, source({ id: 'a', ...facts }))).toBe(
      'Agencia del Puerto/Maersk Antares/Valparaíso/Importadora Ñuñoa Ltda. 123456 76086428-5'.replace(
        'Ltda. ',
        'Ltda. ',
      ),
    );
  });

  test.each(['', '   ', '/', ' / '])('%j is refused as empty', (template) => {
    const error = catching(() => parseTemplate(template));
    expect(isAppError(error, 'NAME_TEMPLATE_EMPTY')).toBe(true);
  });

  test.each([
    '{clinet}',
    '{dispatch',
    'a}b',
    '{url}',
    '{year:nothing here}',
    '..',
    'a/../b',
    '{dispatch.__proto__.x',
  ])('%j is refused', (template) => {
    const error = catching(() => parseTemplate(template));
    expect(isAppError(error, 'NAME_TEMPLATE_INVALID')).toBe(true);
  });

  test('a field of the prototype of everything is no field', () => {
    expect(pathOf('{dispatch.constructor.name}{id}', source({ id: 'a' }))).toBe('a');
  });

  test('the folders that a dispatch keeps are those made of its own fields', () => {
    const { fixedFolders, fixedText } = parseTemplate('{client}/{dispatch}/{type}/{reference}/{nn}');
    expect([fixedFolders, fixedText]).toEqual([2, '{client}/{dispatch}']);
  });
});

function catching(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('a safe name', () => {
  test.each([
    ['CONOCIMIENTO DE EMBARQUE (B/L)', 'CONOCIMIENTO DE EMBARQUE (B-L)'],
    ['CON', '_CON'],
    ['con.pdf', '_con.pdf'],
    ['LPT¹', '_LPT¹'],
    ['COM10', 'COM10'],
    ['AUX .x', '_AUX .x'],
    ['desktop.ini', '_desktop.ini'],
    ['a:stream', 'a-stream'],
    ['final. . ', 'final'],
    ['.oculto', 'oculto'],
    ['~$Libro', '$Libro'],
    ['_vti_cnf', '_vti-cnf'],
    ['a__vti__b', 'a__vti-_b'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['tab\there\r\nnext', 'tab here next'],
    ['e\u0301', 'é'],
    ['..', ''],
    ['\u0000\u200b', ''],
    ['50% #1', '50_ _1'],
    ['\ud800x', 'x'],
  ])('of %j is %j', (text, name) => {
    expect(safeName(text)).toBe(name);
  });

  test('cut to its length, it neither splits a character nor ends in what Windows drops', () => {
    expect(safeName('🚢'.repeat(80), 11)).toBe('🚢'.repeat(5));
    expect(safeName(`${'a'.repeat(9)}. b`, 11)).toBe('aaaaaaaaa');
    expect(safeName('CONTRATO', 3)).toBe('_CO');
    expect(Buffer.byteLength(safeName('漢'.repeat(120)))).toBeLessThanOrEqual(230);
  });
});

describe('a path', () => {
  test('stays within 259 units below a long destination, its .part included, and carries the id where it was cut', () => {
    const destination = `/${'d'.repeat(150)}`;
    const long = source({ id: 'doc-77', reference: 'R'.repeat(120), type: 'T'.repeat(200), ...opened });
    const path = `${destination}/${pathOf(standard, long, destination)}.jpeg.part`;
    expect(path.length).toBeLessThanOrEqual(259);
    expect(path).toContain('doc-77');
  });

  test('of each document of a dispatch begins with the folder that it keeps, however long both are', () => {
    const template = parseTemplate('{reference}/{dispatch}/{type}/{number}/{id}');
    for (const maxLength of [30, 60, 95, 130, 160]) {
      for (const length of [5, 40, 63, 110]) {
        const destination = `/${'d'.repeat(maxLength)}`;
        const documentOf = (type: string) => source({ id: 'a', reference: 'R'.repeat(length), type });
        const types = ['FACTURA', 'CERTIFICADO DE ORIGEN DEL TRATADO DE LIBRE COMERCIO', 'T'.repeat(200)].map(
          documentOf,
        );
        const [stored = '', ...others] = types.map((of) => planFixedFolder(template, of, destination));
        expect(new Set([stored, ...others]).size).toBe(1);
        for (const of of types) {
          const { folder, stem } = planPath(template, of, destination, stored);
          expect(folder.startsWith(`${stored}/`)).toBe(true);
          expect(`${destination}/${folder}/${stem}.jpeg.part`.length).toBeLessThanOrEqual(259);
        }
      }
    }
  });

  test('is cut no more than it must be: a folder that is kept leaves those below it a share', () => {
    const template = parseTemplate('{reference}/{type}/{id}');
    const of = source({ id: 'a', reference: 'R'.repeat(110), type: 'CERTIFICADO DE ORIGEN' });
    const short = planFixedFolder(template, of, `/${'d'.repeat(60)}`);
    expect(short).toBe('R'.repeat(110));
    const destination = `/${'d'.repeat(95)}`;
    const stored = planFixedFolder(template, of, destination);
    expect(stored).toMatch(/^R{80,}_[0-9a-f]{5}$/);
    expect(planPath(template, of, destination, stored).folder).toBe(`${stored}/CERTIFICADO DE ORIGEN`);
  });

  test('whose kept folder came from a shorter destination is cut to fit, always the same way', () => {
    const template = parseTemplate('{reference}/{type}/{id}');
    const destination = `/${'d'.repeat(150)}`;
    const folders = ['FACTURA', 'T'.repeat(60)].map(
      (type) => planPath(template, source({ id: 'a', type }), destination, 'R'.repeat(110)).folder,
    );
    const [first, second] = folders.map((folder) => folder.split('/')[0]);
    expect(first).toBe(second);
    expect(first?.length).toBeLessThan(110);
  });

  test('a destination that leaves no room is refused', () => {
    const error = catching(() => pathOf(standard, source({ id: 'a' }), `/${'d'.repeat(230)}`));
    expect(isAppError(error, 'PATH_TOO_LONG')).toBe(true);
  });
});

test('the key of a name is one name, whatever character stands in it', () => {
  for (let point = 1; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    // Only what is taken apart can bring a slash; asking for every character would take seconds.
    if (character !== '/' && character.normalize('NFKD') === character) continue;
    const key = foldName(safeName(`a${character}b`));
    if (key.includes('/')) expect.fail(`U+${point.toString(16)}: ${key}`);
  }
  expect(foldName('a\u2100b/C').split('/')).toHaveLength(2);
});
