import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument as Library, PDFArray, PDFDict, PDFName, PDFString } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type DocumentToMerge,
  type MergeJob,
  mergeDocuments,
} from '../../../../../electron/deliveries/pdf/merge.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { madeJpeg } from '../../../../support/samples/made-jpeg.ts';
import { bookmarksOf, noPoppler, pagesOf, textsOf } from '../../../../support/samples/poppler.ts';
import { drawPdf, writeScan } from '../../../../support/samples/sample-files.ts';
import { skippedFor } from '../../../../support/skipped.ts';

const texts: MergeJob['texts'] = {
  title: 'Carpeta de despacho 123457',
  index: 'Índice',
  facts: [{ label: 'Cliente', value: 'Viña Ñuñoa Ltda. 漢字' }],
  headings: ['N°', 'Tipo', 'Número', 'Fecha', 'Hojas', 'Página'],
  attached: 'Aparte de este archivo',
  reasons: {
    encrypted: 'tiene contraseña',
    protected: 'está protegido',
    damaged: 'está dañado',
    'not-a-pdf': 'no es un PDF',
    'rare-image': '',
    form: 'es un formulario',
    'too-large': 'es demasiado grande',
    'too-heavy': '',
    gone: 'ya no está',
    locked: 'está en uso',
  },
  notHere: 'No descargados',
  signed: '* Con firma electrónica: vale la del archivo original.',
  recognized: '',
  unlayered: '',
  notes: ['Copia de trabajo.'],
};
const sample = (path: string, type: string, folio = ''): DocumentToMerge => ({
  documentId: type,
  path,
  bookmark: [type, folio].filter(Boolean).join(' '),
  type,
  folio,
  date: '05-11-2026',
});
const job = (target: string, documents: DocumentToMerge[], notHere: string[] = []): MergeJob => ({
  target,
  documents,
  notHere,
  texts,
  language: 'es-CL',
  madeAt: '2026-11-20T12:00:00.000Z',
});
const noProgress = () => undefined;

beforeAll(() => {
  if (noPoppler !== undefined) console.warn(noPoppler);
});

describe('a merged dispatch, opened by a second reader', skippedFor(noPoppler), () => {
  it('has a cover with an index, then every page of every document in the chosen order', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'a.pdf'), { label: 'factura', pages: 3 });
    await drawPdf(join(folder, 'b.pdf'), { label: 'conocimiento', pages: 2, compress: false });
    writeScan(join(folder, 'c.pdf'), 'escaneado', 4, 2_000);
    const target = join(folder, 'todo.pdf');
    const outcome = await mergeDocuments(
      job(target, [
        sample(join(folder, 'b.pdf'), 'B/L', 'MEDU1'),
        sample(join(folder, 'c.pdf'), 'DIN'),
        sample(join(folder, 'a.pdf'), 'FACTURA', '77'),
      ]),
      noProgress,
    );

    expect(pagesOf(target)).toBe(10);
    expect(outcome.pages).toBe(10);
    const texts = textsOf(target);
    expect(texts.slice(1).map((text) => text.trim().split('\n')[0])).toEqual([
      ...[1, 2].map((page) => `conocimiento, hoja ${page}`),
      ...[1, 2, 3, 4].map((page) => `escaneado, hoja ${page}`),
      ...[1, 2, 3].map((page) => `factura, hoja ${page}`),
    ]);
    const cover = texts[0] ?? '';
    expect(cover).toContain('Carpeta de despacho 123457');
    expect(cover).toContain('Viña Ñuñoa Ltda. ??');
    expect(cover).toMatch(/1\s+B\/L\s+MEDU1\s+05-11-2026\s+2\s+2\n/);
    expect(cover).toMatch(/3\s+FACTURA\s+77\s+05-11-2026\s+3\s+8\n/);
  });

  it('has a bookmark for each document, with the document’s own below it, at their pages', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'a.pdf'), {
      label: 'bulto',
      pages: 5,
      bookmarks: [
        { title: 'Facturas & notas', page: 2 },
        { title: 'Segunda', page: 3, under: 'Facturas & notas' },
        { title: 'Anexos', page: 5 },
      ],
    });
    await drawPdf(join(folder, 'b.pdf'), { label: 'solo' });
    const target = join(folder, 'todo.pdf');
    await mergeDocuments(
      job(target, [sample(join(folder, 'b.pdf'), 'DIN'), sample(join(folder, 'a.pdf'), 'OTROS', '9')]),
      noProgress,
    );
    expect(bookmarksOf(target)).toEqual([
      { title: 'Índice', page: 1, depth: 1 },
      { title: 'DIN', page: 2, depth: 1 },
      { title: 'OTROS 9', page: 3, depth: 1 },
      { title: 'Facturas & notas', page: 4, depth: 2 },
      { title: 'Segunda', page: 5, depth: 3 },
      { title: 'Anexos', page: 7, depth: 2 },
    ]);
  });

  it('keeps documents whose objects are packed into streams', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'plain.pdf'), {
      label: 'empacado',
      pages: 2,
      bookmarks: [{ title: 'Dos', page: 2 }],
    });
    const packed = await Library.load(readFileSync(join(folder, 'plain.pdf')));
    writeFileSync(join(folder, 'a.pdf'), await packed.save({ useObjectStreams: true }));
    const target = join(folder, 'todo.pdf');
    const { attached } = await mergeDocuments(
      job(target, [sample(join(folder, 'a.pdf'), 'DIN')]),
      noProgress,
    );
    expect(attached).toEqual([]);
    expect(textsOf(target)[2]).toContain('empacado, hoja 2');
    expect(bookmarksOf(target).at(-1)).toEqual({ title: 'Dos', page: 3, depth: 2 });
  });

  it('takes scans of one page, JPEG and PNG, as pages', async () => {
    const folder = temporaryFolder();
    // One grey pixel each.
    writeFileSync(
      join(folder, 'a.png'),
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    );
    writeFileSync(join(folder, 'b.jpg'), madeJpeg('#'));
    const target = join(folder, 'todo.pdf');
    const { merged } = await mergeDocuments(
      job(target, [sample(join(folder, 'a.png'), 'DIN'), sample(join(folder, 'b.jpg'), 'B/L')]),
      noProgress,
    );
    expect(merged).toMatchObject([
      { pages: 1, page: 2 },
      { pages: 1, page: 3 },
    ]);
    expect(pagesOf(target)).toBe(3);
  });

  it('lists on its cover what stands beside it and what is not here', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'good.pdf'), { label: 'bueno' });
    await drawPdf(join(folder, 'locked.pdf'), { label: 'secreto', password: 'x' });
    await drawPdf(join(folder, 'whole.pdf'), { label: 'entero', pages: 6 });
    const whole = readFileSync(join(folder, 'whole.pdf'));
    writeFileSync(join(folder, 'cut.pdf'), whole.subarray(0, whole.length * 0.6));
    writeFileSync(join(folder, 'text.xml'), '<DTE></DTE>');
    const mail = 'From: a@x.cl\r\nSubject: adjunto\r\n\r\nEl archivo empieza con %PDF-1.4 y no abre.\r\n';
    writeFileSync(join(folder, 'mail.pdf'), mail);
    const target = join(folder, 'todo.pdf');
    const { merged, attached } = await mergeDocuments(
      job(
        target,
        [
          sample(join(folder, 'locked.pdf'), 'ENCRIPTADO'),
          sample(join(folder, 'cut.pdf'), 'CORTADO'),
          sample(join(folder, 'text.xml'), 'XML'),
          sample(join(folder, 'mail.pdf'), 'CORREO'),
          sample(join(folder, 'good.pdf'), 'BUENO'),
          sample(join(folder, 'nowhere.pdf'), 'PERDIDO'),
        ],
        ['CERTIFICADO DE ORIGEN 5'],
      ),
      noProgress,
    );
    expect(merged.map(({ documentId }) => documentId)).toEqual(['BUENO']);
    expect(attached).toEqual([
      { documentId: 'ENCRIPTADO', reason: 'encrypted' },
      { documentId: 'CORTADO', reason: 'damaged' },
      { documentId: 'XML', reason: 'not-a-pdf' },
      { documentId: 'CORREO', reason: 'not-a-pdf' },
      { documentId: 'PERDIDO', reason: 'gone' },
    ]);
    expect(pagesOf(target)).toBe(2);
    const cover = textsOf(target)[0] ?? '';
    expect(cover).toContain('ENCRIPTADO: tiene contraseña');
    expect(cover).toContain('CORTADO: está dañado');
    expect(cover).toContain('CERTIFICADO DE ORIGEN 5');
  });

  it('takes as many cover pages as its index needs, and counts them', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'a.pdf'), { label: 'hoja suelta' });
    const target = join(folder, 'todo.pdf');
    const documents = Array.from({ length: 120 }, (_, at) => sample(join(folder, 'a.pdf'), `T${at + 1}`));
    const { merged } = await mergeDocuments(job(target, documents), noProgress);
    const covers = textsOf(target).filter((text) => !text.includes('hoja suelta')).length;
    expect(covers).toBe(3);
    expect(merged[0]?.page).toBe(4);
    expect(pagesOf(target)).toBe(123);
    expect(bookmarksOf(target).at(-1)).toMatchObject({ title: 'T120', page: 123 });
  });
});

describe('merging', () => {
  it('never changes the documents themselves', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.pdf');
    await drawPdf(path, { label: 'original', pages: 2, hasNamedLink: true });
    const before = hash('sha256', readFileSync(path));
    await mergeDocuments(job(join(folder, 'todo.pdf'), [sample(path, 'DIN')]), noProgress);
    expect(hash('sha256', readFileSync(path))).toBe(before);
  });

  it('never writes over a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'todo.pdf'), 'mine');
    await expect(mergeDocuments(job(join(folder, 'todo.pdf'), []), noProgress)).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(readFileSync(join(folder, 'todo.pdf'), 'utf8')).toBe('mine');
  });

  it('keeps links of a document that name where they lead', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'a.pdf'), { label: 'enlazado', pages: 3, hasNamedLink: true });
    const target = join(folder, 'todo.pdf');
    await mergeDocuments(job(target, [sample(join(folder, 'a.pdf'), 'DIN')]), noProgress);
    const merged = await Library.load(readFileSync(target));
    const [, first, , last] = merged.getPages();
    const links = first?.node.Annots()?.asArray() ?? [];
    const action = links.map((ref) => merged.context.lookup(ref, PDFDict).lookup(PDFName.of('A'), PDFDict));
    expect(action.map((one) => one.lookup(PDFName.of('D'), PDFArray).get(0))).toEqual([last?.ref]);
  });

  it('keeps hidden what a layer hides', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'plain.pdf'), { label: 'capas' });
    const layered = await Library.load(readFileSync(join(folder, 'plain.pdf')));
    const { context, catalog } = layered;
    const [shown, hidden] = ['Visible', 'Borrador'].map((name) =>
      context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name) })),
    );
    catalog.set(
      PDFName.of('OCProperties'),
      context.obj({ OCGs: [shown ?? null, hidden ?? null], D: { BaseState: 'OFF', ON: [shown ?? null] } }),
    );
    writeFileSync(join(folder, 'a.pdf'), await layered.save());
    const target = join(folder, 'todo.pdf');
    await mergeDocuments(job(target, [sample(join(folder, 'a.pdf'), 'DIN')]), noProgress);
    const merged = await Library.load(readFileSync(target));
    const properties = merged.catalog.lookup(PDFName.of('OCProperties'), PDFDict);
    const off = properties.lookup(PDFName.of('D'), PDFDict).lookup(PDFName.of('OFF'), PDFArray);
    expect(off.asArray().map((ref) => merged.context.lookup(ref, PDFDict).get(PDFName.of('Name')))).toEqual([
      PDFString.of('Borrador'),
    ]);
  });

  it('puts a form that its reader draws beside the file, and marks a signed document', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'plain.pdf'), { label: 'formulario' });
    const withForm = async (name: string, form: Record<string, boolean | number>) => {
      const document = await Library.load(readFileSync(join(folder, 'plain.pdf')));
      const { context } = document;
      const field = {
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Tx',
        Rect: [0, 0, 90, 20],
        V: PDFString.of('12'),
      };
      document.getPage(0).node.set(PDFName.of('Annots'), context.obj([context.register(context.obj(field))]));
      document.catalog.set(PDFName.of('AcroForm'), document.context.obj({ Fields: [], ...form }));
      writeFileSync(join(folder, name), await document.save());
    };
    await withForm('form.pdf', { NeedAppearances: true });
    await withForm('signed.pdf', { SigFlags: 3 });
    const { merged, attached } = await mergeDocuments(
      job(join(folder, 'todo.pdf'), [
        sample(join(folder, 'form.pdf'), 'FORMULARIO'),
        sample(join(folder, 'signed.pdf'), 'FIRMADO'),
      ]),
      noProgress,
    );
    expect(attached).toEqual([{ documentId: 'FORMULARIO', reason: 'form' }]);
    expect(merged).toMatchObject([{ documentId: 'FIRMADO', isSigned: true }]);
  });

  it('makes a file that can be read of whatever documents there are, cut or spoilt anywhere', async () => {
    const folder = temporaryFolder();
    await drawPdf(join(folder, 'good.pdf'), {
      label: 'bueno',
      pages: 4,
      bookmarks: [{ title: 'X', page: 2 }],
    });
    const good = readFileSync(join(folder, 'good.pdf'));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length),
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 20 }),
        async (length, flips) => {
          const spoilt = Buffer.from(good);
          for (const [at, byte] of flips) spoilt[at] = byte;
          run += 1;
          writeFileSync(join(folder, 'bad.pdf'), spoilt.subarray(0, length));
          const target = join(folder, `${run}.pdf`);
          const outcome = await mergeDocuments(
            job(target, [sample(join(folder, 'bad.pdf'), 'MALO'), sample(join(folder, 'good.pdf'), 'BUENO')]),
            noProgress,
          );
          expect(outcome.merged.length + outcome.attached.length).toBe(2);
          const merged = await Library.load(readFileSync(target));
          expect(merged.getPageCount()).toBe(outcome.pages);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gives a file to read even when nothing could be merged', async () => {
    const folder = temporaryFolder();
    const target = join(folder, 'todo.pdf');
    const outcome = await mergeDocuments(job(target, [], ['DIN']), noProgress);
    expect(outcome).toMatchObject({ pages: 1, merged: [], attached: [] });
    expect((await Library.load(readFileSync(target))).getPageCount()).toBe(1);
  });
});
