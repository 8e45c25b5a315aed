import { hashText } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import { type Content, contentOf } from './practice-file.ts';
import { scanOf } from './scan.ts';
import { drawXml } from './xml.ts';

/** The file of a document, drawn from its data: the same document and revision give the same bytes. */
export async function drawFile(
  document: PracticeDocument,
  { kind, pages }: NonNullable<PracticeDocument['file']>,
  revision: number,
): Promise<Content> {
  switch (kind) {
    case 'pdf': {
      // Some files are stored without their media type.
      const contentType = hashText(document.id) % 20 === 0 ? 'application/octet-stream' : 'application/pdf';
      return contentOf(await pdf(document, { pages, revision, isEncrypted: false }), contentType);
    }
    case 'encrypted':
      return contentOf(await pdf(document, { pages, revision, isEncrypted: true }), 'application/pdf');
    case 'damaged': {
      const bytes = await pdf(document, { pages, revision, isEncrypted: false });
      return contentOf(damaged(bytes, document.id), 'application/pdf');
    }
    case 'png':
      return contentOf(scanOf(kind, `${document.id} ${revision}`), 'image/png');
    case 'jpg':
      return contentOf(scanOf(kind, `${document.id} ${revision}`), 'image/jpeg');
    case 'xml':
      return contentOf(drawXml(document, revision), 'application/xml');
  }
}

/** A PDF whose end is missing and whose middle is noise, as after a failed scan or upload. */
function damaged(bytes: Buffer, seed: string): Buffer {
  const stored = Buffer.from(bytes.subarray(0, Math.floor(bytes.length * 0.7)));
  for (let index = Math.floor(stored.length * 0.2); index < stored.length; index += 7) {
    stored[index] = hashText(`${seed}/${index}`) & 0xff;
  }
  return stored;
}

/** The PDF library is large: loaded with the first file, not with the agency. */
async function pdf(...drawing: Parameters<typeof import('./pdf.ts').drawPdf>): Promise<Buffer> {
  const { drawPdf } = await import('./pdf.ts');
  return drawPdf(...drawing);
}
