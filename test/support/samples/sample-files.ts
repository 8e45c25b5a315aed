import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';

export interface PdfDraft {
  /** Stands on every page, with its number: `label, hoja 3`. */
  label: string;
  pages?: number;
  /**
   * Titles of its own bookmarks by page, counted from 1; a name after a slash stands under the one before.
   */
  bookmarks?: readonly { title: string; page: number; under?: string }[];
  /** A link on the first page that names its destination, the last page. */
  hasNamedLink?: boolean;
  password?: string;
  compress?: boolean;
}

/** A real PDF, as another program would write it. */
export async function drawPdf(path: string, draft: PdfDraft): Promise<void> {
  const { label, pages = 1, bookmarks = [], hasNamedLink = false, password, compress = true } = draft;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 50,
    autoFirstPage: false,
    compress,
    pdfVersion: '1.4',
    ...(password !== undefined && { userPassword: password, ownerPassword: `${password}!` }),
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  const parents = new Map<string, PDFKit.PDFOutline>();
  for (let page = 1; page <= pages; page++) {
    pdf.addPage();
    pdf.fontSize(14).text(`${label}, hoja ${page}`);
    if (hasNamedLink && page === 1) pdf.text('ir al final', { goTo: 'final' });
    if (hasNamedLink && page === pages) pdf.addNamedDestination('final');
    for (const { title, under } of bookmarks.filter((one) => one.page === page)) {
      const parent = (under === undefined ? undefined : parents.get(under)) ?? pdf.outline;
      parents.set(title, parent.addItem(title));
    }
  }
  pdf.end();
  await ended;
  await writeFile(path, Buffer.concat(chunks));
}

/** A PDF of scanned pages: an incompressible image of so many bytes on each, and its label as text. */
export function writeScan(path: string, label: string, pages: number, bytesPerPage: number): void {
  const buffers: Buffer[] = [];
  const starts: number[] = [];
  let length = 0;
  const put = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    buffers.push(bytes);
    length += bytes.length;
  };
  const object = (body: readonly (string | Buffer)[], number = starts.length + 1) => {
    starts[number - 1] = length;
    put(`${number} 0 obj\n`);
    body.forEach(put);
    put('\nendobj\n');
    return number;
  };
  put('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  starts.length = 2;
  const font = object(['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>']);
  const side = Math.max(1, Math.floor(Math.sqrt(bytesPerPage)));
  const kids: string[] = [];
  for (let page = 1; page <= pages; page++) {
    const scan = randomBytes(side * side);
    const image = object([
      `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8/Length ${scan.length}>>\nstream\n`,
      scan,
      '\nendstream',
    ]);
    const drawing = `BT /F 12 Tf 50 780 Td (${label}, hoja ${page}) Tj ET q 400 0 0 400 50 200 cm /I Do Q`;
    const content = object([`<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`]);
    const resources = `<</Font<</F ${font} 0 R>>/XObject<</I ${image} 0 R>>>>`;
    kids.push(
      `${object([`<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${content} 0 R/Resources${resources}>>`])} 0 R`,
    );
  }
  object(['<</Type/Catalog/Pages 2 0 R>>'], 1);
  object([`<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`], 2);
  const table = length;
  put(`xref\n0 ${starts.length + 1}\n0000000000 65535 f \n`);
  for (const start of starts) put(`${String(start).padStart(10, '0')} 00000 n \n`);
  put(`trailer\n<</Size ${starts.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  writeFileSync(path, Buffer.concat(buffers));
}

/**
 * A PDF of one blank page with one array of so many names, which take a hundred times the room of a page's
 * own objects in memory.
 */
export function pdfOfNames(count: number): Buffer {
  const names = Buffer.alloc(count * 2, '/A', 'latin1');
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R/Names 4 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>>>'),
    Buffer.concat([Buffer.from('['), names, Buffer.from(']')]),
  ];
  const buffers = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = buffers[0]?.length ?? 0;
  objects.forEach((object, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    buffers.push(whole);
    length += whole.length;
  });
  const lines = offsets.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 5\n0000000000 65535 f \n${lines}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...buffers, Buffer.from(end)]);
}
