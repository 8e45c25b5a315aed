import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { StartWorker } from '../../../../../electron/host.ts';
import { startWorker } from '../../../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, type FileText } from '../../../../../electron/text/index.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { picturePdf, scanJpeg } from '../../../../support/samples/made-scan.ts';
import { pdfWith, sha256Of, textPdf, zipOf } from '../../../../support/samples/text-files.ts';

/** What is read of files with these contents, in one process, in this order. */
async function read(
  contents: readonly (Uint8Array | string)[],
  limits = { heapMb: 512, stillMs: 60_000 },
): Promise<FileText[]> {
  const folder = temporaryFolder();
  const files = contents.map((content, index) => {
    const path = join(folder, `paper-${index}`);
    writeFileSync(path, content);
    return { path, sha256: sha256Of(Buffer.from(content)) };
  });
  const texts: FileText[] = [];
  await createReadFileTexts(startWorker, limits)(files, (index, text) => {
    texts[index] = text;
  });
  return texts;
}

const textsOf = ({ words }: FileText | undefined = emptyText) => words.map(({ text }) => text);
const emptyText: FileText = {
  ownPages: 0,
  pages: 0,
  unreadPages: 0,
  scans: [],
  reason: '',
  words: [],
  facts: [],
};

test('a PDF is read page by page, and an empty page is no scan', async () => {
  const [text] = await read([await textPdf(['Factura N° 12.450', '', 'SHENZHEN\nPuerto'])]);
  expect(text).toMatchObject({ ownPages: 3, pages: 3, unreadPages: 0, reason: '' });
  expect(text?.words).toEqual([
    { page: 1, text: 'Factura N° 12.450' },
    { page: 3, text: 'SHENZHEN\nPuerto' },
  ]);
});

test('what a process compiled is kept for the next one', async () => {
  const compiled = temporaryFolder();
  vi.stubEnv('NODE_COMPILE_CACHE', compiled);
  await read([await textPdf(['Factura'])]);
  vi.unstubAllEnvs();
  expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(20);
});

test('each file has its own outcome', async () => {
  const invoice =
    '<?xml version="1.0" encoding="ISO-8859-1"?><DTE><RznSoc>Compañía &amp; Cía.</RznSoc><Signature>c2VjcmV0</Signature></DTE>';
  const bomb = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ja">${Array.from('bcdefgh', (name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`).join('')}]><l>&h; fin</l>`;
  const mail = [
    ...['From: Ana <ana@agencia.cl>', 'Subject: Embarque MSKU1234567', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: text/plain', ''],
    ...['Llega el martes.', '--x', 'Content-Type: application/zip; name="papeles.zip"'],
    ...['Content-Transfer-Encoding: base64', '', zipOf({ a: 'b' }).toString('base64'), '--x--', ''],
  ];
  const workbook = zipOf({
    'xl/workbook.xml': '<workbook/>',
    'xl/sharedStrings.xml': '<sst><si><t>Flete &amp; seguro</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><row><c t="s"><v>0</v></c><c><v>12450</v></c></row><row><c t="inlineStr"><is><t>USD</t></is></c></row></worksheet>',
  });
  const texts = await read([
    Buffer.from(invoice, 'latin1'),
    Buffer.from('\ufeffRAZÓN SOCIAL', 'utf16le'),
    bomb,
    mail.join('\r\n'),
    workbook,
    await textPdf(['secreto'], { userPassword: 'clave' }),
    '%PDF-1.7\nnothing of a PDF',
    Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
    zipOf({ 'a.txt': 'b' }),
    '',
  ]);
  expect(texts.map(({ reason }) => reason)).toEqual([
    '',
    '',
    '',
    'unsupported',
    '',
    'encrypted',
    'damaged',
    'no-text',
    'unsupported',
    '',
  ]);
  expect(textsOf(texts[0])).toEqual(['Compañía & Cía.']);
  expect(textsOf(texts[1])).toEqual(['RAZÓN SOCIAL']);
  expect(textsOf(texts[2]).join('')).toContain('fin');
  expect(textsOf(texts[2]).join('').length).toBeLessThan(2_000);
  expect(textsOf(texts[3])).toEqual([
    'Embarque MSKU1234567\nAna <ana@agencia.cl>\nLlega el martes.\npapeles.zip',
  ]);
  expect(textsOf(texts[4])).toEqual(['Flete & seguro 12450\nUSD']);
});

test('a workbook is read as it is shown: sheets by their tabs, days as days, no binary errors', async () => {
  const workbook = zipOf({
    'xl/workbook.xml': '<workbook xmlns:r="u"><sheets><sheet r:id="b"/><sheet r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><row><c s="1"><v>46300</v></c><c s="1"><v>46300.75</v></c></row></worksheet>',
    'xl/worksheets/sheet2.xml':
      '<worksheet><row><c><v>0.30000000000000004</v></c><c t="e"><v>#N/A</v></c></row></worksheet>',
  });
  const [text] = await read([workbook]);
  expect(textsOf(text)).toEqual(['0.3', '05-10-2026 0:00 05-10-2026 18:00']);
});

test('a number of a workbook is read as its cell shows it, and as it is where that is another', async () => {
  const formats: [code: string, number: number, shown: string][] = [
    ['#,##0.00', 12450, '12.450,00'],
    ['#,##0.00', 1234567.891, '1.234.567,89 1234567.891'],
    ['"US$" #,##0.00_);[Red]\\(#,##0.00\\)', -12450.5, '(12.450,50)'],
    ['0%', 0.15, '15% 0.15'],
    ['0.0%', 0.075, '7,5% 0.075'],
    ['00000000', 411950, '00411950 411950'],
    ['00"."000"."000"-"0', 761234567, '76.123.456-7 761234567'],
    ['[<=9999999]0"-"0;00"."000"."000"-"0', 90688260, '09.068.826-0 90688260'],
    ['[$CLP-340A] #,##0', 1250000, 'CLP 1.250.000'],
    ['#,##0,', 1250000, '1.250 1250000'],
    ['#,##0.00,,"M"', 12345678, '12,35M 12345678'],
    ['0.00', 1.005, '1,01 1.005'],
    [';;;', 88, '88'],
    ['0.00E+00', 12450, '1,25E+04 12450'],
    ['# ?/?', 1.5, '1 1/2 1.5'],
    ['[unclosed', 1.5, '1.5'],
    ['dd/mm/yyyy', 46300, '05/10/2026'],
    ['d-mmm-yy', 46300, '5-oct-26 05-10-2026'],
    ['d-mmm-yy', 46266, '1-sep-26 01-09-2026'],
    ['[h]:mm', -1.5, '-1,5'],
    ['[$-409]d-mmm-yy h:mm AM/PM', 46300.75, '5-Oct-26 6:00 PM 05-10-2026 18:00'],
    ['[$-F800]dddd\\, mmmm dd\\, yyyy', 46300, 'lunes, 5 de octubre de 2026 05-10-2026'],
    ['[h]:mm', 1.75, '42:00 1.75'],
  ];
  const escaped = (code: string) => code.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const numFmts = formats.map(
    ([code], index) => `<numFmt numFmtId="${170 + index}" formatCode="${escaped(code)}"/>`,
  );
  const xfs = formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`);
  const rows = formats.map(([, number], index) => `<row><c s="${index}"><v>${number}</v></c></row>`);
  const builtIn = [0.15, 12450.5, 7, 1.5, 1.75].map(
    (number, index) => `<c s="${formats.length + index}"><v>${number}</v></c>`,
  );
  const workbook = zipOf({
    'xl/workbook.xml': '<workbook/>',
    'xl/styles.xml': `<styleSheet><numFmts>${numFmts.join('')}</numFmts><cellXfs>${xfs.join('')}${[9, 4, 0, 12, 46].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet>${rows.join('')}<row>${builtIn.join('')}</row></worksheet>`,
  });
  const [text] = await read([workbook]);
  expect(textsOf(text).join('\n').split('\n')).toEqual([
    ...formats.map(([, , shown]) => shown),
    '15% 0.15 12.450,50 7 1 1/2 1.5 42:00:00 1.75',
  ]);
});

test('what stands beside the cells of a workbook is read behind them', async () => {
  const run = (name: string, text: string) =>
    `<${name}:p><${name}:r><${name}:t>${text}</${name}:t></${name}:r></${name}:p>`;
  const shape = `<xdr:wsDr xmlns:xdr="u" xmlns:a="v"><xdr:txBody>${run('a', 'TIMBRE')}</xdr:txBody></xdr:wsDr>`;
  const note = '<comment ref="A1"><text><r><t>ojo con </t></r><r><t>el flete</t></r></text></comment>';
  const workbook = zipOf({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Costos &amp; gastos"/><sheet name="Hoja2"/></sheets></workbook>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[HH]:MM"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><row><c s="1"><v>1.75</v></c></row><headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;12Naviera&amp;R&amp;P</oddHeader></headerFooter></worksheet>',
    'xl/comments/comment1.xml': `<comments><commentList>${note}</commentList></comments>`,
    'xl/drawings/drawing1.xml': shape,
  });
  const [text] = await read([workbook]);
  expect(textsOf(text)).toEqual(['42:00 1.75', 'Costos & gastos\nNaviera\nojo con el flete\nTIMBRE']);
});

test('a workbook with other bytes than its archive says is damaged', async () => {
  const workbook = zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': '<worksheet/>' });
  workbook.writeUInt32LE(1, workbook.indexOf('PK\x01\x02') + 16);
  const [text] = await read([workbook]);
  expect(text?.reason).toBe('damaged');
});

test('a file that somebody changed or removed is not read', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'changed'), 'otra cosa');
  const sha256 = sha256Of(Buffer.from('lo descargado'));
  const files = ['changed', 'removed'].map((name) => ({ path: join(folder, name), sha256 }));
  const reasons: string[] = [];
  await createReadFileTexts(startWorker)(files, (_, { reason }) => void reasons.push(reason));
  expect(reasons).toEqual(['changed', 'away']);
});

test('a file that takes too much memory costs no other', async () => {
  const heavy = `<?xml version="1.0"?><a>${'<b>1</b>'.repeat(3_000_000)}</a>`;
  const texts = await read(['antes', heavy, 'después'], { heapMb: 48, stillMs: 60_000 });
  expect(texts.map(({ reason }) => reason)).toEqual(['', 'too-heavy', '']);
  expect(texts.flatMap(textsOf)).toEqual(['antes', 'después']);
});

test('an attached file that takes too much memory costs its document none of its own', async () => {
  const heavy = `<?xml version="1.0"?><a>${'<b>1</b>'.repeat(6_000_000)}</a>`;
  const page = 'Declaración de ingreso\nNúmero de aceptación: 1234567890';
  const [text] = await read([await pdfWith({ 'a.xml': heavy }, { page })], { heapMb: 96, stillMs: 60_000 });
  expect(text).toMatchObject({
    ownPages: 1,
    pages: 2,
    reason: 'too-heavy',
    facts: [{ form: 'din', name: 'number', value: '1234567890', page: 1 }],
  });
  expect(textsOf(text)).toEqual([page, 'a.xml']);
});

test('facts are those of a document whose own pages are all read', async () => {
  const page = 'Declaración de ingreso\nNúmero de aceptación: 1234567890';
  const texts = await read([
    await pdfWith({ 'a.zip': zipOf({ a: 'b' }) }, { page }),
    await picturePdf([scanJpeg('Conocimiento')], { words: page }),
  ]);
  expect(texts.map(({ reason, facts }) => [reason, facts.length])).toEqual([
    ['unsupported', 1],
    ['no-text', 0],
  ]);
});

/** How many processes read files with these contents, and why some were not read. */
async function readCounted(contents: readonly Uint8Array[]) {
  const folder = temporaryFolder();
  const files = contents.map((content, index) => {
    const path = join(folder, `paper-${index}`);
    writeFileSync(path, content);
    return { path, sha256: sha256Of(content) };
  });
  let processes = 0;
  const start: StartWorker = (...options) => {
    processes += 1;
    return startWorker(...options);
  };
  const reasons: string[] = [];
  await createReadFileTexts(start)(files, (index, { reason }) => {
    reasons[index] = reason;
  });
  return { processes, reasons };
}

test('one process reads files until it has grown, and leaves the rest to the next', async () => {
  const page = await textPdf(['uno']);
  const pages = Array.from({ length: 20 }, () => page);
  expect(await readCounted(pages)).toEqual({ processes: 1, reasons: pages.map(() => '') });
  const large = Buffer.alloc(160 * 1024 * 1024);
  const { processes, reasons } = await readCounted([large, page, page]);
  expect(processes).toBe(2);
  expect(reasons).toEqual(['unsupported', '', '']);
});

test('only the pages that are wanted are read', async () => {
  const bytes = await textPdf(['uno', 'dos', 'tres']);
  const path = join(temporaryFolder(), 'paper');
  writeFileSync(path, bytes);
  const words: unknown[] = [];
  const file = { path, sha256: sha256Of(bytes), only: [2] };
  await createReadFileTexts(startWorker)([file], (_, text) => void words.push(...text.words));
  expect(words).toEqual([{ page: 2, text: 'dos' }]);
});

test('a file is free while its words are read', async () => {
  const bytes = await textPdf(Array.from({ length: 200 }, (_, page) => `página ${page}`));
  const path = join(temporaryFolder(), 'paper');
  writeFileSync(path, bytes);
  const texts: FileText[] = [];
  const reading = createReadFileTexts((script, input) =>
    startWorker(script, input).then((worker) => ({
      ...worker,
      onMessage: (listener) =>
        worker.onMessage((message) => {
          const { value } = message as { value?: { step?: { kind: string } } };
          // As another program does on Windows, where an open file cannot be renamed.
          if (value?.step?.kind === 'loaded') {
            renameSync(path, `${path}-moved`);
            rmSync(`${path}-moved`);
          }
          listener(message);
        }),
    })),
  );
  await reading([{ path, sha256: sha256Of(bytes) }], (_, text) => void texts.push(text));
  expect(texts[0]).toMatchObject({ pages: 200, reason: '' });
});

test('a page of more text than pages have is read in part, and that is told', async () => {
  // Each line begins at the left: pdf.js leaves out what is beside the page.
  const shown = `BT /F 1 Tf ${`1 0 0 1 0 0 Tm (${'palabra '.repeat(500)}) Tj `.repeat(300)}ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9999 9]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${shown.length}>>\nstream\n${shown}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const written = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  // pdf.js finds the objects of a file without a table of them.
  const [text] = await read([`%PDF-1.4\n${written}trailer <</Root 1 0 R/Size 6>>\n%%EOF`]);
  expect(text).toMatchObject({ pages: 1, reason: 'too-large' });
  expect(text?.words.map((page) => page.text.length)).toEqual([1024 * 1024]);
});

/** A start of processes in which each of the first ones ends with this code once its first file is loaded. */
function endingWith(code: number | null, processes: number) {
  let left = processes;
  return createReadFileTexts((script, limits) =>
    startWorker(script, limits).then((worker) => {
      if (left-- <= 0) return worker;
      let end = (_: number | null): void => undefined;
      let isOver = false;
      return {
        ...worker,
        onEnd: (listener) => {
          end = listener;
        },
        onMessage: (listener) =>
          worker.onMessage((message) => {
            if (isOver) return;
            listener(message);
            const { value } = message as { value?: { step?: { kind: string } } };
            isOver = value?.step?.kind === 'loaded';
            if (isOver) end(code);
          }),
      };
    }),
  );
}

test.each([
  ['another program ends once', null, 1, ['', '']],
  ['a file ends twice', null, 2, ['too-heavy', '']],
  ['a parser ends twice', 1, 2, ['damaged', '']],
] as const)('a process that %s costs no other file', async (_, code, processes, reasons) => {
  const folder = temporaryFolder();
  const files = ['uno', 'dos'].map((content) => {
    writeFileSync(join(folder, content), content);
    return { path: join(folder, content), sha256: sha256Of(Buffer.from(content)) };
  });
  const found: string[] = [];
  await endingWith(code, processes)(files, (index, { reason }) => {
    found[index] = reason;
  });
  expect(found).toEqual(reasons);
});

test('a file that is replaced while it is read gives the words of its hash, or is told as changed', async () => {
  const folder = temporaryFolder();
  const paths = ['uno', 'dos'].map((name) => join(folder, name));
  const files = paths.map((path, index) => {
    const content = `EMBARQUE ${index}`;
    writeFileSync(path, content);
    return { path, sha256: sha256Of(Buffer.from(content)) };
  });
  const start: StartWorker = async (script, limits) => {
    const worker = await startWorker(script, limits);
    return {
      ...worker,
      // Another program saves both as soon as the first is in memory.
      onMessage: (listener) =>
        worker.onMessage((message) => {
          const { value } = message as { value?: { step?: { kind: string } } };
          if (value?.step?.kind === 'loaded') for (const path of paths) writeFileSync(path, 'OTRO');
          listener(message);
        }),
    };
  };
  const texts: FileText[] = [];
  for (const file of files) await createReadFileTexts(start)([file], (_, text) => void texts.push(text));
  expect(texts.map(textsOf)).toEqual([['EMBARQUE 0'], []]);
  expect(texts.map(({ reason }) => reason)).toEqual(['', 'changed']);
});
