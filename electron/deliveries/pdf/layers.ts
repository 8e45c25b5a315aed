import {
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib';
import type { ObjectCopier } from './object-copier.ts';
import type { PdfFile } from './pdf-file.ts';

/**
 * Layers (optional content, ISO 32000-1, 8.11): content hidden in a document stays hidden in the merged file.
 */
export interface Layers {
  /** Copies the layers of one document. */
  add(pdf: PDFDocument, copier: ObjectCopier): void;
  /** Writes the catalog's entry for layers; undefined when no document has layers. */
  write(file: PdfFile): PDFRef | undefined;
}

export function createLayers(): Layers {
  const all: PDFObject[] = [];
  const hidden: PDFObject[] = [];

  return {
    add: ({ catalog, context }, copier) => {
      const properties = dictOf(context, catalog.get(PDFName.of('OCProperties')));
      const groups = refsOf(context, properties?.get(PDFName.of('OCGs')));
      const standard = dictOf(context, properties?.get(PDFName.of('D')));
      const listed = (key: string) => new Set(refsOf(context, standard?.get(PDFName.of(key))));
      const [on, off] = [listed('ON'), listed('OFF')];
      const startsHidden = standard?.get(PDFName.of('BaseState')) === PDFName.of('OFF');
      for (const group of groups) {
        const target = copier.rewrite(group);
        all.push(target);
        if (off.has(group) || (startsHidden && !on.has(group))) hidden.push(target);
      }
    },
    write: (file) => {
      if (all.length === 0) return undefined;
      const context = PDFContext.create();
      const ref = file.allocate();
      file.write(ref, context.obj({ OCGs: all, D: { BaseState: 'ON', OFF: hidden, Order: all } }));
      return ref;
    },
  };
}

function dictOf(context: PDFContext, object: PDFObject | undefined): PDFDict | undefined {
  const value = object && context.lookup(object);
  return value instanceof PDFDict ? value : undefined;
}

function refsOf(context: PDFContext, object: PDFObject | undefined): PDFRef[] {
  const value = object && context.lookup(object);
  return value instanceof PDFArray ? value.asArray().filter((item) => item instanceof PDFRef) : [];
}
