import {
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { harmlessAction } from './allowed-pdf-entries.ts';
import { createDestinations, type Destination, textOf } from './destinations.ts';
import type { PdfFile } from './pdf-file.ts';

/** A bookmark and its children; `destination` and `action` are objects of the file that contains it. */
export interface Bookmark {
  title: string;
  destination?: Destination;
  /** An action that leads out of the document, such as a web address. */
  action?: PDFDict;
  isOpen: boolean;
  children: Bookmark[];
}

/** More or deeper bookmarks mean a broken outline. */
const maxBookmarks = 20_000;
const maxDepth = 40;

/** The bookmarks of a document, with named destinations resolved; none when its outline is broken. */
export function readBookmarks(pdf: PDFDocument): Bookmark[] {
  const { context, catalog } = pdf;
  const explicit = createDestinations(pdf);
  const seen = new Set<PDFDict>();
  const outline = dictAt(catalog.get(PDFName.of('Outlines')));
  return outline ? childrenOf(outline, 1) : [];

  function dictAt(object: PDFObject | undefined): PDFDict | undefined {
    const value = object === undefined ? undefined : context.lookup(object);
    return value instanceof PDFDict ? value : undefined;
  }
  function childrenOf(parent: PDFDict, depth: number): Bookmark[] {
    const children: Bookmark[] = [];
    let item = dictAt(parent.get(PDFName.of('First')));
    while (item && !seen.has(item) && seen.size < maxBookmarks && depth <= maxDepth) {
      seen.add(item);
      children.push(bookmarkOf(item, depth));
      item = dictAt(item.get(PDFName.of('Next')));
    }
    return children;
  }
  function bookmarkOf(item: PDFDict, depth: number): Bookmark {
    const action = dictAt(item.get(PDFName.of('A')));
    const kind = action?.get(PDFName.of('S'));
    const goesTo = kind === PDFName.of('GoTo') ? action?.get(PDFName.of('D')) : undefined;
    const harmless = kind === PDFName.of('URI') && action ? harmlessAction(context, action) : undefined;
    const destination = explicit(item.get(PDFName.of('Dest')) ?? goesTo);
    const count = item.get(PDFName.of('Count'));
    return {
      title: textOf(context.lookup(item.get(PDFName.of('Title')))) ?? '',
      ...(destination && { destination }),
      ...(harmless && { action: harmless }),
      isOpen: count instanceof PDFNumber && count.asNumber() > 0,
      children: childrenOf(item, depth + 1),
    };
  }
}

/**
 * Writes bookmarks as the outline of the file and returns its root (ISO 32000-1, 12.3.3); undefined when
 * there are none.
 */
export function writeBookmarks(bookmarks: readonly Bookmark[], file: PdfFile): PDFRef | undefined {
  if (bookmarks.length === 0) return undefined;
  const context = PDFContext.create();
  const root = file.allocate();
  const { first, last, shown } = writeLevel(bookmarks, root);
  file.write(root, context.obj({ Type: 'Outlines', First: first, Last: last, Count: shown }));
  return root;

  function writeLevel(level: readonly Bookmark[], parent: PDFRef) {
    const refs = level.map(() => file.allocate());
    let shown = level.length;
    level.forEach((bookmark, index) => {
      const ref = refs[index];
      if (!ref) return;
      const { title, destination, action, isOpen, children } = bookmark;
      const item = context.obj({ Title: PDFHexString.fromText(title), Parent: parent });
      const [before, after] = [refs[index - 1], refs[index + 1]];
      if (before) item.set(PDFName.of('Prev'), before);
      if (after) item.set(PDFName.of('Next'), after);
      if (destination) item.set(PDFName.of('Dest'), destination);
      if (action) item.set(PDFName.of('A'), action);
      if (children.length > 0) {
        const under = writeLevel(children, ref);
        item.set(PDFName.of('First'), under.first);
        item.set(PDFName.of('Last'), under.last);
        item.set(PDFName.of('Count'), PDFNumber.of(isOpen ? under.shown : -under.shown));
        if (isOpen) shown += under.shown;
      }
      file.write(ref, item);
    });
    const [first = parent, last = first] = [refs[0], refs.at(-1)];
    return { first, last, shown };
  }
}
