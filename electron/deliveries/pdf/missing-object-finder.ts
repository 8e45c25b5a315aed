import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  type PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { operatorsOf } from './decoded.ts';

const name = (text: string) => PDFName.of(text);
const names = (text: string) => text.split(' ').map(name);

/** Resources that content streams use by name (ISO 32000-1, 7.8.3). */
const drawnKinds = names('XObject Font Pattern Shading ColorSpace ExtGState');

/** Entries without visible effect: metadata, references to parents, and lengths, which are derived anyway. */
const unseen = new Set(
  names(
    'Parent P Group Metadata StructParent StructParents PieceInfo OC Measure PtData ToUnicode Alternates OPI Ref Length',
  ),
);

/** Finds objects that the pages of one document need and that its file lacks. */
export interface MissingObjectFinder {
  /** Whether a page's contents, or its annotations' appearances, use a missing object. */
  isIncomplete(page: PDFPageLeaf, contents: readonly PDFRawStream[]): boolean;
}

/** A search in one document; visits each object once. */
export function createMissingObjectFinder(context: PDFContext): MissingObjectFinder {
  const judged = new Map<PDFRef, boolean>();

  function isMissing(object: PDFObject | undefined): boolean {
    if (!(object instanceof PDFRef)) return object !== undefined && isPartMissing(object);
    const known = judged.get(object);
    if (known !== undefined) return known;
    // A cycle by itself is no missing object.
    judged.set(object, false);
    const target = context.lookup(object);
    const isTargetMissing =
      target === undefined || target instanceof PDFInvalidObject || isPartMissing(target);
    judged.set(object, isTargetMissing);
    return isTargetMissing;
  }

  function isPartMissing(object: PDFObject): boolean {
    if (object instanceof PDFArray) return object.asArray().some(isMissing);
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return false;
    const resources = dict.get(name('Resources'));
    if (resources !== undefined && isResourceMissing(resources, contentsOf(object, dict))) return true;
    return dict
      .entries()
      .some(([key, value]) => !unseen.has(key) && key !== name('Resources') && isMissing(value));
  }

  /** The content streams that use an object's resources: itself, or the glyphs of a font (9.6.5). */
  function contentsOf(object: PDFObject, dict: PDFDict): PDFRawStream[] {
    if (object instanceof PDFRawStream) return [object];
    const letters = context.lookup(dict.get(name('CharProcs')));
    if (!(letters instanceof PDFDict)) return [];
    return letters
      .values()
      .map((letter) => context.lookup(letter))
      .filter((letter) => letter instanceof PDFRawStream);
  }

  /** Resources may list unused names: only those in a content stream count. */
  function isResourceMissing(resources: PDFObject, contents: readonly PDFRawStream[]): boolean {
    const dict = context.lookup(resources);
    if (!(dict instanceof PDFDict)) return dict === undefined && contents.length > 0;
    return drawnKinds.some((kind) => {
      const listed = context.lookup(dict.get(kind));
      if (!(listed instanceof PDFDict)) return false;
      return listed.entries().some(([key, value]) => isMissing(value) && isNamed(key, contents));
    });
  }

  return {
    isIncomplete: (page, contents) => {
      const resources = page.getInheritableAttribute(name('Resources'));
      if (resources !== undefined && isResourceMissing(resources, contents)) return true;
      const annotations = context.lookup(page.get(name('Annots')));
      if (!(annotations instanceof PDFArray)) return false;
      return annotations.asArray().some((item) => {
        const annotation = context.lookup(item);
        const pictures = annotation instanceof PDFDict && context.lookup(annotation.get(name('AP')));
        return pictures instanceof PDFDict && isMissing(pictures.get(name('N')));
      });
    },
  };
}

/** Whether one of these streams uses a name. One that cannot be searched may. */
function isNamed(key: PDFName, contents: readonly PDFRawStream[]): boolean {
  const text = key.toString();
  return contents.some((content) => {
    const operators = operatorsOf(content);
    if (operators === undefined) return true;
    for (let at = operators.indexOf(text); at >= 0; at = operators.indexOf(text, at + 1))
      if (/^[\s()<>[\]{}/%]?$/.test(operators.charAt(at + text.length))) return true;
    return false;
  });
}
