import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorker } from '../../../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, type FileText } from '../../../../../electron/text/index.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { officeFile, workbookRecords as records, wordHead } from '../../../../support/samples/office-file.ts';
import { pdfWith, sha256Of, zipOf } from '../../../../support/samples/text-files.ts';

/** What is read of files with these bytes. */
async function read(...contents: Buffer[]): Promise<(Pick<FileText, 'reason'> & { words: string[] })[]> {
  const folder = temporaryFolder();
  const files = contents.map((bytes, index) => {
    const path = join(folder, `planilla-${index}`);
    writeFileSync(path, bytes);
    return { path, sha256: sha256Of(bytes) };
  });
  const texts: FileText[] = [];
  await createReadFileTexts(startWorker)(files, (index, text) => {
    texts[index] = text;
  });
  return texts.map(({ reason, words }) => ({ reason, words: words.map(({ text }) => text) }));
}

type Files = Readonly<Record<string, Buffer | string>>;

/** A spreadsheet whose first sheet has these rows, with further files. */
const spreadsheet = (rows: string, files: Files = {}, type = 'spreadsheet') =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': contentOf(`<table:table table:name="Hoja1">${rows}</table:table>`),
    ...files,
  });

const contentOf = (body: string) =>
  `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet>${body}</office:spreadsheet></office:body></office:document-content>`;
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

test('a spreadsheet of OpenDocument is read as it is shown, a row a line', async () => {
  const rows = [
    row(cell('Flete <text:span>&amp; segu</text:span>ro'), cell('12.450,00', 'office:value="12450"')),
    row('<table:table-cell table:number-columns-repeated="3"/>'),
    row(cell('Puerto<text:s text:c="2"/>San<text:line-break/>Antonio'), cell('05/10/2026')),
    row('<table:table-cell office:value-type="float" office:value="900"/>'),
  ];
  const second = `</table:table><table:table table:name="Costos &amp; gastos">${row(cell('MSKU1234567'))}`;
  expect(await read(spreadsheet(rows.join('') + second))).toEqual([
    {
      reason: '',
      words: [
        'Flete & seguro 12.450,00\nPuerto San Antonio 05/10/2026\n900',
        'MSKU1234567',
        'Costos & gastos',
      ],
    },
  ]);
});

test('a cell of OpenDocument is read as it is shown, and by its value where that is another', async () => {
  const cells = [
    cell('15,00%', 'office:value-type="percentage" office:value="0.15"'),
    cell('00411950', 'office:value-type="float" office:value="411950"'),
    cell('5-oct-26', 'office:value-type="date" office:date-value="2026-10-05"'),
    cell('05/10/2026', 'office:value-type="date" office:date-value="2026-10-05"'),
    cell('5-oct-26', 'office:value-type="date" office:date-value="2026-10-05T18:00:00"'),
    cell('Flete', 'office:value-type="string" office:string-value="Flete marítimo"'),
  ];
  const [text] = await read(spreadsheet(row(...cells)));
  expect(text?.words).toEqual([
    '15,00% 0.15 00411950 411950 5-oct-26 05-10-2026 05/10/2026 5-oct-26 05-10-2026 18:00 Flete',
  ]);
});

test('what stands above and below the printed pages of a spreadsheet is read, without its fields', async () => {
  const paragraph = (text: string) => `<text:p>${text}</text:p>`;
  const head = (name: string, text: string, rest = '') => `<style:${name}${rest}>${text}</style:${name}>`;
  const regions = `<style:region-left>${paragraph('Naviera &amp; Cía.')}</style:region-left><style:region-right>${paragraph('<text:page-number>1</text:page-number>')}</style:region-right>`;
  const hidden = head('header-left', paragraph('OCULTO'), ' style:display="false"');
  const used = `<style:master-page style:name="Default">${head('header', regions)}${hidden}${head('footer', paragraph('Folio 411950 de <text:sheet-name>???</text:sheet-name>'))}</style:master-page>`;
  const unused = `<style:master-page style:name="Report">${head('header', paragraph('AJENO'))}</style:master-page>`;
  const table = '<style:style style:family="table" style:master-page-name="Default"/>';
  const files = {
    'content.xml': contentOf(`${table}<table:table table:name="Hoja1">${row(cell('Flete'))}</table:table>`),
    'styles.xml': `<office:document-styles>${used}${unused}</office:document-styles>`,
  };
  const [text] = await read(spreadsheet('', files));
  expect(text?.words).toEqual(['Flete', 'Naviera & Cía.\nFolio 411950 de']);
});

test('drawings and notes of a spreadsheet are read, files and pictures in it are told', async () => {
  const shape = '<table:shapes><draw:frame><text:p>TIMBRE</text:p></draw:frame></table:shapes>';
  const note = '<office:annotation><text:p>revisar</text:p></office:annotation>';
  const rows = `${shape}${row(`<table:table-cell>${note}<text:p>Flete</text:p></table:table-cell>`)}`;
  const chart = contentOf(`<table:table>${row(cell('Kilos'))}</table:table>`);
  const [plain, picture, embedded] = await read(
    spreadsheet(rows, { 'Object 1/content.xml': chart }),
    spreadsheet(rows, { 'Pictures/1.png': Buffer.from('\x89PNG', 'latin1') }),
    spreadsheet(rows, { 'Object 2': Buffer.from('d0cf11e0a1b11ae1', 'hex') }),
  );
  expect(plain).toEqual({ reason: '', words: ['TIMBRE\nrevisar Flete', 'Kilos'] });
  expect(picture?.reason).toBe('no-text');
  expect(embedded?.reason).not.toBe('');
});

test('a damaged, an encrypted and an empty spreadsheet are told, and so is one without sheets', async () => {
  const damaged = spreadsheet(row(cell('Flete')));
  damaged.writeUInt32LE(1, damaged.lastIndexOf('PK\x01\x02') + 16);
  const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
  const texts = await read(
    damaged,
    spreadsheet('', { 'content.xml': '\0\x01', 'META-INF/manifest.xml': manifest }),
    spreadsheet(row(cell('Flete'))).subarray(0, 200),
    spreadsheet('', { 'content.xml': '<o:document-content><o:spreadsheet/></o:document-content>' }),
    spreadsheet('', { 'content.xml': '<office:text><text:p>Flete</text:p></office:text>' }, 'text'),
  );
  expect(texts.map(({ reason }) => reason)).toEqual([
    'damaged',
    'encrypted',
    'damaged',
    'unsupported',
    'unsupported',
  ]);
});

test('a spreadsheet that unpacks to more than its share, or repeats without end, does not grow', async () => {
  const large = spreadsheet('', { 'content.xml': Buffer.alloc(65 * 2 ** 20, ' ') });
  const repeated = '<table:table-row table:number-rows-repeated="1048576">';
  const many = cell('Flete', 'table:number-columns-repeated="16384"');
  const [bomb, endless, unclosed] = await read(
    large,
    spreadsheet(`${repeated}${many}</table:table-row>`),
    spreadsheet(row(cell('<'.repeat(2_000_000)))),
  );
  expect(bomb?.reason).toBe('too-large');
  expect(endless).toEqual({ reason: '', words: ['Flete'] });
  expect(unclosed?.reason).toBe('');
});

test('documents of Office before 2007 are told as a format that is not read', async () => {
  const workbook = officeFile({ Workbook: records('e1000200b004', '2f0000000000') });
  const mail = [
    ...['From: Ana <ana@agencia.cl>', 'Subject: Planilla', 'MIME-Version: 1.0'],
    ...['Content-Type: application/vnd.ms-excel; name="gastos.xls"', 'Content-Transfer-Encoding: base64'],
    ...['Content-Disposition: attachment; filename="gastos.xls"', ''],
    workbook.toString('base64'),
  ];
  const text = officeFile({ '1Table': '', WordDocument: wordHead('f012') });
  const quoted = officeFile({ WordDocument: Buffer.from('EncryptedPackage\0', 'utf16le') });
  const texts = await read(workbook, Buffer.from(mail.join('\r\n')), text, quoted);
  expect(texts.map(({ reason }) => reason)).toEqual(texts.map(() => 'unsupported'));
});

test('a document of Office or OpenDocument that needs a password is told, of any version', async () => {
  const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>';
  const files = {
    'nuevo.xlsx': officeFile({ EncryptionInfo: '', EncryptedPackage: '' }),
    'viejo.xls': officeFile({ Workbook: records('2f0036000100') }),
    'solo-lectura.xls': officeFile({ Workbook: records('86000000', '2f0036000100') }),
    'carta.doc': officeFile({ WordDocument: wordHead('f013') }),
    'carta.odt': spreadsheet('', { 'META-INF/manifest.xml': manifest }, 'text'),
  };
  const texts = await read(...Object.values(files), await pdfWith({ 'a.xlsx': files['nuevo.xlsx'] }));
  expect(texts.map(({ reason }) => reason)).toEqual(texts.map(() => 'encrypted'));
});
