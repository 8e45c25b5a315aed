import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import type { MergeJob } from '../../../electron/deliveries/pdf/merge.ts';

/** What a merged file of tests says. */
export const texts: MergeJob['texts'] = {
  title: 'Carpeta',
  index: 'Índice',
  facts: [],
  headings: ['', '', '', '', '', ''],
  attached: '',
  reasons: {
    encrypted: '',
    protected: '',
    damaged: '',
    'not-a-pdf': '',
    'rare-image': '',
    form: '',
    'too-large': 'grande',
    'too-heavy': '',
    gone: '',
    locked: '',
  },
  notHere: '',
  signed: '',
  recognized: '',
  unlayered: '',
  notes: [],
};

/** A document of one page with these annotations, made with the library's own objects. */
export async function armed(
  annotations: readonly Record<string, unknown>[],
  page: Record<string, unknown> = {},
) {
  const document = await PDFDocument.create();
  const pdfPage = document.addPage([200, 200]);
  const { context } = document;
  const refs = annotations.map((one) =>
    context.register(context.obj({ Type: 'Annot', Rect: [0, 0, 99, 99], ...(one as object) } as never)),
  );
  pdfPage.node.set(PDFName.of('Annots'), context.obj(refs));
  for (const [key, value] of Object.entries(page))
    pdfPage.node.set(PDFName.of(key), context.obj(value as never));
  return document;
}
