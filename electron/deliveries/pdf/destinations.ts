import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/**
 * The target of a link or a bookmark: an explicit destination, whose first item is a page of the document.
 */
export type Destination = PDFArray;

/** Looks up named destinations, once per name (ISO 32000-1, 12.3.2.3). */
export function createDestinations(
  pdf: PDFDocument,
): (object: PDFObject | undefined) => Destination | undefined {
  const named = new Map<string, PDFObject>();
  const { context, catalog } = pdf;
  const lookup = (object: PDFObject | undefined) =>
    object === undefined ? undefined : context.lookup(object);
  const old = lookup(catalog.get(PDFName.of('Dests')));
  if (old instanceof PDFDict) for (const [name, value] of old.entries()) named.set(nameText(name), value);
  const names = lookup(catalog.get(PDFName.of('Names')));
  if (names instanceof PDFDict) readNameTree(names.get(PDFName.of('Dests')));

  function readNameTree(root: PDFObject | undefined): void {
    const waiting = [root];
    const seen = new Set<PDFObject>();
    for (let node = lookup(waiting.pop()); node; node = lookup(waiting.pop())) {
      // A cyclic tree would never end.
      if (seen.has(node) || !(node instanceof PDFDict)) continue;
      seen.add(node);
      const kids = lookup(node.get(PDFName.of('Kids')));
      if (kids instanceof PDFArray) waiting.push(...kids.asArray());
      const pairs = lookup(node.get(PDFName.of('Names')));
      if (!(pairs instanceof PDFArray)) continue;
      for (let at = 0; at + 1 < pairs.size(); at += 2) {
        const name = textOf(lookup(pairs.get(at)));
        if (name !== undefined) named.set(name, pairs.get(at + 1));
      }
    }
  }

  return function explicit(object): Destination | undefined {
    const value = lookup(object);
    if (value instanceof PDFArray) return value.get(0) instanceof PDFRef ? value : undefined;
    if (value instanceof PDFDict) return explicit(value.get(PDFName.of('D')));
    const name = value instanceof PDFName ? nameText(value) : textOf(value);
    const found = name === undefined ? undefined : lookup(named.get(name));
    if (found instanceof PDFDict) return explicit(found.get(PDFName.of('D')));
    return found instanceof PDFArray && found.get(0) instanceof PDFRef ? found : undefined;
  };
}

function nameText(name: PDFName): string {
  return name.decodeText();
}

/** The text of a string object; undefined for anything else. */
export function textOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;
}
