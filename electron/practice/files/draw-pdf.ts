import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { dayMs } from '../../../shared/model/dates.ts';
import { filePassword, type PracticeDocument } from '../data/records.ts';
import { type Line, type PrintedFacts, printedFacts } from './file-content.ts';

/** Number of pages drawn before the event loop runs again. */
const drawnAtOnce = 4;

/** A file with more pages than this has its own bookmarks, as scanned bundles do. */
const pagesWithoutBookmarks = 3;

/** A real PDF that shows its document's data; the same document and revision give the same bytes. */
export async function drawPdf(
  document: PracticeDocument,
  { pages, revision, isEncrypted }: { pages: number; revision: number; isEncrypted: boolean },
): Promise<Buffer> {
  const content = printedFacts(document, revision);
  // No clock: a file's metadata must not differ from one download to the next.
  const drawnAt = new Date(document.filedAt + revision * dayMs);
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: 48,
    compress: false,
    autoFirstPage: false,
    // RC4 keys depend only on password and file id; the newer ciphers begin with random bytes.
    pdfVersion: '1.4',
    ...(isEncrypted && { userPassword: filePassword, ownerPassword: document.id }),
    info: {
      Title: content.title,
      Subject: document.id,
      Author: content.issuer[0] ?? 'Agencia de práctica',
      Keywords: `revision ${revision}`,
      CreationDate: drawnAt,
      ModDate: drawnAt,
    },
  });
  const bytes = buffer(pdf);
  for (let page = 1; page <= pages; page++) {
    if (page % drawnAtOnce === 0) await yieldToEventLoop();
    pdf.addPage();
    if (pages > pagesWithoutBookmarks && page % pagesWithoutBookmarks === 1) {
      pdf.outline.addItem(page === 1 ? content.title : `Hoja ${page}`);
    }
    if (page === 1) drawFirstPage(pdf, content);
    else drawFurtherPage(pdf, content, page);
    drawFoot(pdf, `Documento de práctica, sin valor · ${content.id} · página ${page} de ${pages}`);
  }
  pdf.end();
  return bytes;
}

/** Points; the width between the margins is 516. */
const left = 48;
const width = 516;
const ink = '#1c1c1c';
const red = '#b3261e';
const rule = '#9a9a9a';

/**
 * The issuer on the left, the framed type and number on the right, then the blocks: the layout of a Chilean
 * invoice.
 */
function drawFirstPage(pdf: PDFKit.PDFDocument, content: PrintedFacts): void {
  const [name = 'Emisor no identificado', ...about] = content.issuer;
  pdf.fillColor(ink).font('Helvetica-Bold').fontSize(12).text(name, left, 52, { width: 270 });
  pdf.font('Helvetica').fontSize(8);
  for (const line of about) pdf.text(line, { width: 270 });
  pdf.lineWidth(1.5).rect(350, 48, 214, 84).stroke(red);
  pdf.fillColor(red).font('Helvetica-Bold').fontSize(11);
  const framed = [
    content.issuerRut && `R.U.T.: ${content.issuerRut}`,
    content.type,
    content.folio && `N° ${content.folio}`,
  ];
  pdf.text(framed.filter((line) => line !== '').join('\n'), 356, 60, {
    width: 202,
    align: 'center',
    lineGap: 3,
  });
  pdf.fillColor(ink);
  let top = drawBlock(pdf, content.customer, 150);
  top = drawBlock(pdf, content.dispatch, top + 12);
  top = drawItems(pdf, content.items, top + 12);
  drawAmounts(pdf, content.amounts, top + 12);
  if (content.version !== '')
    pdf.font('Helvetica-Bold').fontSize(9).text(content.version, left, 690, { width });
}

/** A framed block of labelled values; returns the y position of its end. */
function drawBlock(pdf: PDFKit.PDFDocument, lines: readonly Line[], top: number): number {
  if (lines.length === 0) return top;
  pdf.fontSize(9);
  lines.forEach(([label, value], index) => {
    const at = top + 8 + index * 15;
    pdf.font('Helvetica-Bold').text(label, left + 8, at, { lineBreak: false });
    pdf
      .font('Helvetica')
      .text(`: ${value}`, left + 140, at, { width: width - 150, height: 12, ellipsis: true });
  });
  const height = lines.length * 15 + 10;
  pdf.lineWidth(0.5).rect(left, top, width, height).stroke(rule);
  return top + height;
}

/** The lines of an invoice or packing list below their headings; returns the y position of their end. */
function drawItems(pdf: PDFKit.PDFDocument, rows: readonly string[][], top: number): number {
  if (rows.length === 0) return top;
  pdf.fontSize(8);
  rows.forEach(([description = '', quantity = '', unit = '', total = ''], index) => {
    const at = index === 0 ? top + 6 : top + 7 + index * 13;
    pdf.font(index === 0 ? 'Helvetica-Bold' : 'Helvetica');
    pdf.text(description, left + 8, at, { lineBreak: false });
    pdf.text(quantity, 310, at, { width: 60, align: 'right' });
    pdf.text(unit, 374, at, { width: 86, align: 'right' });
    pdf.text(total, 464, at, { width: 92, align: 'right' });
  });
  const height = rows.length * 13 + 11;
  pdf.lineWidth(0.5).rect(left, top, width, height).stroke(rule);
  return top + height;
}

function drawAmounts(pdf: PDFKit.PDFDocument, amounts: readonly Line[], top: number): void {
  pdf.fontSize(10);
  amounts.forEach(([label, value], index) => {
    pdf.font(index === amounts.length - 1 ? 'Helvetica-Bold' : 'Helvetica');
    pdf.text(label, 356, top + index * 16, { lineBreak: false });
    pdf.text(value, 440, top + index * 16, { width: 124, align: 'right' });
  });
}

function drawFurtherPage(pdf: PDFKit.PDFDocument, content: PrintedFacts, page: number): void {
  pdf.fillColor(ink).font('Helvetica-Bold').fontSize(10).text(content.title, left, 52, { width });
  pdf
    .font('Helvetica')
    .fontSize(9)
    .text(`Hoja ${page}. Detalle de partidas:`, left, 84, { lineBreak: false });
  for (let row = 0; row < 12; row++) {
    pdf.text(`Partida ${(page - 2) * 12 + row + 1}`, left, 108 + row * 18, { lineBreak: false });
  }
}

/** Above the lower margin, so that no page is added for it. */
function drawFoot(pdf: PDFKit.PDFDocument, text: string): void {
  pdf.fillColor(rule).font('Helvetica').fontSize(7).text(text, left, 722, { lineBreak: false });
}
