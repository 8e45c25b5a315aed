import { hashText } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import { printedFacts } from './file-content.ts';
import { type Content, contentOf } from './practice-file.ts';
import { scanOf } from './scan.ts';

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

/**
 * An electronic tax document, unsigned and of no value, with the structure of exchanged Chilean invoices;
 * ISO-8859-1 like them.
 */
function drawXml(document: PracticeDocument, revision: number): Buffer {
  const { infoDoc, amounts } = document;
  const { folio, id, version } = printedFacts(document, revision);
  const text = [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<DTE version="1.0">',
    `  <!-- Documento de práctica, sin valor: ${id} ${version} -->`,
    `  <Documento ID="${id}">`,
    '    <Encabezado>',
    `      <IdDoc>${element('TipoDTE', '33')}${element('Folio', folio)}${element('FchEmis', infoDoc.document?.issueDate)}</IdDoc>`,
    `      <Emisor>${element('RUTEmisor', infoDoc.issuer?.id)}${element('RznSoc', infoDoc.issuer?.name)}</Emisor>`,
    `      <Receptor>${element('RUTRecep', infoDoc.customer?.id)}${element('RznSocRecep', infoDoc.customer?.name)}</Receptor>`,
    `      <Totales>${element('MntNeto', amounts?.net)}${element('IVA', amounts?.tax)}${element('MntTotal', amounts?.total)}</Totales>`,
    '    </Encabezado>',
    `    <Referencia>${element('FolioRef', document.dispatch?.number)}</Referencia>`,
    '  </Documento>',
    '</DTE>',
    '',
  ];
  return Buffer.from(text.join('\n'), 'latin1');
}

function element(name: string, value: string | number | undefined): string {
  if (value === undefined || value === '') return '';
  const escaped = String(value).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `<${name}>${escaped}</${name}>`;
}
