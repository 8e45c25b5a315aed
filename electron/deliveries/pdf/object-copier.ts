import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { getOrMake } from '../../../shared/get-or-make.ts';
import { isHarmful, isStreamKey } from './allowed-pdf-entries.ts';
import type { PdfFile } from './pdf-file.ts';

/** Copies objects of one document into the file, each once and with new numbers. */
export interface ObjectCopier {
  /** The object with the file's numbers; `flush` writes what it refers to. */
  rewrite(object: PDFObject): PDFObject;
  /** Maps an object of the document to one of the file; `flush` does not write it. */
  stand(ref: PDFRef, target: PDFRef): void;
  /** Writes the objects referred to so far, and those that they refer to. */
  flush(): void;
}

const typeKey = PDFName.of('Type');
/** Objects of the document rather than its pages. A page outside its page list is reached only by error. */
const leftOut = new Set(['/Catalog', '/Pages', '/Page', '/StructTreeRoot', '/StructElem']);

/**
 * A copier from one document. A queue instead of recursion: reference chains may be as long as the document.
 */
export function createObjectCopier(source: PDFContext, file: PdfFile): ObjectCopier {
  const targets = new Map<PDFRef, PDFRef>();
  const waiting: PDFRef[] = [];

  function targetOf(ref: PDFRef): PDFRef {
    return getOrMake(targets, ref, () => {
      waiting.push(ref);
      return file.allocate();
    });
  }
  function rewriteDict(dict: PDFDict, isStream: boolean): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    for (const [key, value] of dict.entries()) {
      if (isStream && !isStreamKey(key)) continue;
      entries.set(key, rewrite(value));
    }
    return PDFDict.fromMapWithContext(entries, source);
  }
  function rewrite(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return targetOf(object);
    // Annotations and bookmarks are already free of them; another object may still contain one.
    if (isHarmful(object, source)) return PDFNull;
    if (object instanceof PDFStream) {
      const contents = object instanceof PDFRawStream ? object.contents : object.getContents();
      return PDFRawStream.of(rewriteDict(object.dict, true), contents);
    }
    if (object instanceof PDFDict) return rewriteDict(object, false);
    if (object instanceof PDFArray) {
      const copy = PDFArray.withContext(source);
      for (const value of object.asArray()) copy.push(rewrite(value));
      return copy;
    }
    return object;
  }

  return {
    rewrite,
    stand: (ref, target) => targets.set(ref, target),
    flush: () => {
      for (let ref = waiting.pop(); ref; ref = waiting.pop()) {
        const object = source.lookup(ref);
        const target = targets.get(ref);
        if (object && target && !isLeftOut(object)) file.write(target, rewrite(object));
      }
    },
  };
}

function isLeftOut(object: PDFObject): boolean {
  if (object instanceof PDFPageLeaf) return true;
  if (!(object instanceof PDFDict)) return false;
  const type = object.get(typeKey);
  return type instanceof PDFName && leftOut.has(type.toString());
}
