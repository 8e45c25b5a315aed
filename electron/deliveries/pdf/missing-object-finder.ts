import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { operatorsOf } from '../../lib/content-operators.ts';

const name = (text: string) => PDFName.of(text);
const names = (text: string) => text.split(' ').map(name);

/** Resources that content streams use by name (ISO 32000-1, 7.8.3), and the operators that use them. */
const drawnKinds = [
  [name('XObject'), /\bDo\b/],
  [name('Font'), /\bTf\b/],
  [name('Pattern'), /\/Pattern\s+cs\b/i],
  [name('Shading'), /\bsh\b/],
  [name('ColorSpace'), /\/(?!Device|Pattern)[^\s/]+\s+cs\b/i],
  [name('ExtGState'), /\bgs\b/],
] as const;

/** The type of each object that is drawn, where it says one. */
const types = new Set(names('Catalog Pages Page Annot XObject Font FontDescriptor'));

const fontKeys = new Set(names('FontDescriptor FontFile FontFile2 FontFile3'));

/** What the object under a key must be: where it is not, another one took the place of the missing one. */
const kinds = new Map<PDFName, 'stream' | 'dictionary'>([
  ...names('XObject FontFile FontFile2 FontFile3').map((key) => [key, 'stream'] as const),
  ...names('Font FontDescriptor Resources').map((key) => [key, 'dictionary'] as const),
]);

/** Entries without visible effect: metadata, references to parents, and lengths, which are derived anyway. */
const unseen = new Set(
  names(
    'Parent P Group Metadata StructParent StructParents PieceInfo OC Measure PtData ToUnicode Alternates OPI Ref Length',
  ),
);

/**
 * Finds objects that the pages of one document need and that its file lacks; visits each object once.
 */
export class MissingObjectFinder {
  readonly #context: PDFContext;
  readonly #judged = new Map<PDFRef, boolean>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Whether a page's contents, or its annotations' appearances, use a missing object. */
  isIncomplete(page: PDFPageLeaf, contents: readonly PDFRawStream[]): boolean {
    const resources = page.getInheritableAttribute(name('Resources'));
    if (resources !== undefined && this.#isResourceMissing(resources, contents)) return true;
    const annotations = this.#context.lookup(page.get(name('Annots')));
    if (!(annotations instanceof PDFArray)) return false;
    return annotations.asArray().some((item) => {
      const annotation = this.#context.lookup(item);
      const pictures = annotation instanceof PDFDict && this.#context.lookup(annotation.get(name('AP')));
      return pictures instanceof PDFDict && this.#isMissing(pictures.get(name('N')));
    });
  }

  #isMissing(object: PDFObject | undefined): boolean {
    if (!(object instanceof PDFRef)) return object !== undefined && this.#isPartMissing(object);
    const known = this.#judged.get(object);
    if (known !== undefined) return known;
    // A cycle by itself is no missing object.
    this.#judged.set(object, false);
    const target = this.#context.lookup(object);
    const isTargetMissing =
      target === undefined || target instanceof PDFInvalidObject || this.#isPartMissing(target);
    this.#judged.set(object, isTargetMissing);
    return isTargetMissing;
  }

  #isPartMissing(object: PDFObject): boolean {
    if (object instanceof PDFArray) return object.asArray().some((each) => this.#isMissing(each));
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return false;
    const resources = dict.get(name('Resources'));
    if (resources !== undefined && this.#isResourceMissing(resources, this.#contentsOf(object, dict)))
      return true;
    return dict
      .entries()
      .some(
        ([key, value]) =>
          !unseen.has(key) &&
          key !== name('Resources') &&
          (this.#isMissing(value) || this.#isOtherPart(key, value)),
      );
  }

  /** The content streams that use an object's resources: itself, or the glyphs of a font (9.6.5). */
  #contentsOf(object: PDFObject, dict: PDFDict): PDFRawStream[] {
    if (object instanceof PDFRawStream) return [object];
    const letters = this.#context.lookup(dict.get(name('CharProcs')));
    if (!(letters instanceof PDFDict)) return [];
    return letters
      .values()
      .map((letter) => this.#context.lookup(letter))
      .filter((letter) => letter instanceof PDFRawStream);
  }

  /** Resources may list unused names: only those in a content stream count. */
  #isResourceMissing(resources: PDFObject, contents: readonly PDFRawStream[]): boolean {
    const dict = this.#context.lookup(resources);
    if (dict === PDFNull) return false;
    if (!(dict instanceof PDFDict) || this.#isAnother(name('Resources'), resources))
      return contents.length > 0;
    return drawnKinds.some(([kind, operator]) => {
      const listed = this.#context.lookup(dict.get(kind));
      if (listed === undefined) return dict.has(kind) && isMatched(operator, contents);
      if (!(listed instanceof PDFDict)) return false;
      return listed
        .entries()
        .some(
          ([key, value]) =>
            (this.#isMissing(value) || this.#isAnother(kind, value)) && isNamed(key, contents),
        );
    });
  }

  /** Whether a part of a font is another object; one that is null is absent. */
  #isOtherPart(key: PDFName, value: PDFObject): boolean {
    return fontKeys.has(key) && this.#context.lookup(value) !== PDFNull && this.#isAnother(key, value);
  }

  /** Whether a reference leads to an object that cannot stand under this key. */
  #isAnother(key: PDFName, value: PDFObject): boolean {
    const kind = kinds.get(key);
    if (kind === undefined || !(value instanceof PDFRef)) return false;
    const target = this.#context.lookup(value);
    if (kind === 'stream') return !(target instanceof PDFStream);
    if (!(target instanceof PDFDict)) return true;
    const type = target.get(name('Type'));
    return type instanceof PDFName && type !== key && types.has(type);
  }
}

/** Whether one of these streams uses a name. One that cannot be searched may. */
function isNamed(key: PDFName, contents: readonly PDFRawStream[]): boolean {
  const text = unescaped(key.toString());
  return contents.some((content) => {
    const operators = operatorsOf(content);
    if (operators === undefined) return true;
    const plain = unescaped(operators);
    for (let at = plain.indexOf(text); at >= 0; at = plain.indexOf(text, at + 1))
      if (/^[\s()<>[\]{}/%]?$/.test(plain.charAt(at + text.length))) return true;
    return false;
  });
}

/** Names may have any letter as two hexadecimal digits (7.3.5). */
function unescaped(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(/#([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** Whether one of these streams uses an operator. One that cannot be searched may. */
function isMatched(operator: RegExp, contents: readonly PDFRawStream[]): boolean {
  return contents.some((content) => {
    const operators = operatorsOf(content);
    return operators === undefined || operator.test(operators);
  });
}
