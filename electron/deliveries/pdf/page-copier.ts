import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { disarmAnnotations, isPageKey } from './allowed-pdf-entries.ts';
import { type Bookmark, readBookmarks } from './bookmarks.ts';
import { createDestinations } from './destinations.ts';
import type { Layers } from './layers.ts';
import { createObjectCopier, type ObjectCopier } from './object-copier.ts';
import type { PdfFile } from './pdf-file.ts';

/** A document in memory, with its pages in order. */
interface SourcePages {
  document: PDFDocument;
  pages: readonly PDFRef[];
}

/** The result of copying a document. */
export interface CopiedPages {
  /** The node of the page tree with its pages. */
  node: PDFRef;
  pages: readonly PDFRef[];
  /** Its own bookmarks, with destinations in the file. */
  bookmarks: Bookmark[];
}

/** Attributes that a page inherits from its page tree (ISO 32000-1, 7.7.3.4). */
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

export interface CopyTarget {
  file: PdfFile;
  /** The root of the page tree. */
  parent: PDFRef;
  layers: Layers;
}

/**
 * Writes the pages of a document, and all objects they need, into the file, under their own page node.
 * `extra` adds entries to a page (counted from 0); their objects are already in the file. Changes the
 * document in memory, never its file.
 */
export function copyPages(
  { document, pages: sources }: SourcePages,
  { file, parent, layers }: CopyTarget,
  extra: (page: number) => readonly (readonly [PDFName, PDFObject])[] = () => [],
): CopiedPages {
  const { context } = document;
  const copier = createObjectCopier(context, file);
  const node = file.allocate();
  const pages = sources.map((ref) => {
    const target = file.allocate();
    copier.stand(ref, target);
    return target;
  });
  disarmAnnotations(context, sources);
  resolveNamedLinks(document, sources);
  sources.forEach((ref, index) => {
    const source = context.lookup(ref);
    const target = pages[index];
    if (!(source instanceof PDFPageLeaf) || !target) return;
    const entries = new Map<PDFName, PDFObject>(pageEntries(source, copier));
    entries.set(PDFName.of('Parent'), node);
    for (const [key, value] of extra(index)) entries.set(key, value);
    file.write(target, PDFDict.fromMapWithContext(entries, context));
  });
  layers.add(document, copier);
  const bookmarks = moved(readBookmarks(document), copier, new Set<PDFObject>(sources));
  copier.flush();
  file.write(node, context.obj({ Type: 'Pages', Parent: parent, Kids: pages, Count: pages.length }));
  return { node, pages, bookmarks };
}

function pageEntries(page: PDFPageLeaf, copier: ObjectCopier): [PDFName, PDFObject][] {
  const above = inherited.flatMap((name): [PDFName, PDFObject][] => {
    const value = page.getInheritableAttribute(PDFName.of(name));
    return value ? [[PDFName.of(name), value]] : [];
  });
  return [...above, ...page.entries()]
    .filter(([key]) => isPageKey(key))
    .map(([key, value]) => [key, copier.rewrite(value)]);
}

/** Bookmarks with their destinations in the file; a destination outside the document's pages is dropped. */
function moved(
  bookmarks: readonly Bookmark[],
  copier: ObjectCopier,
  pages: ReadonlySet<PDFObject>,
): Bookmark[] {
  return bookmarks.map(({ title, destination, action, isOpen, children }) => {
    const target = destination && pages.has(destination.get(0)) ? copier.rewrite(destination) : undefined;
    const actionTarget = action && copier.rewrite(action);
    return {
      title,
      isOpen,
      ...(target instanceof PDFArray && { destination: target }),
      ...(actionTarget instanceof PDFDict && { action: actionTarget }),
      children: moved(children, copier, pages),
    };
  });
}

/** Makes named destinations of links explicit: two documents may use the same name. */
function resolveNamedLinks(document: PDFDocument, pages: readonly PDFRef[]): void {
  const { context } = document;
  const explicit = createDestinations(document);
  const resolve = (dict: PDFDict, key: 'Dest' | 'D') => {
    const named = context.lookup(dict.get(PDFName.of(key)));
    const destination = named === undefined || named instanceof PDFArray ? undefined : explicit(named);
    if (destination) dict.set(PDFName.of(key), destination);
  };
  for (const ref of pages) {
    const page = context.lookup(ref);
    const annotations = page instanceof PDFDict ? context.lookup(page.get(PDFName.of('Annots'))) : undefined;
    if (!(annotations instanceof PDFArray)) continue;
    for (const item of annotations.asArray()) {
      const annotation = context.lookup(item);
      if (!(annotation instanceof PDFDict)) continue;
      resolve(annotation, 'Dest');
      const action = context.lookup(annotation.get(PDFName.of('A')));
      if (action instanceof PDFDict && action.get(PDFName.of('S')) === PDFName.of('GoTo'))
        resolve(action, 'D');
    }
  }
}
