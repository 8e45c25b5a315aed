import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from '@cantoo/pdf-lib';

/**
 * The pages of a document in order. Throws where the tree contains a missing page or a cycle, or where a node
 * counts more pages than it lists.
 */
export function pagesOf(document: PDFDocument): PDFRef[] {
  const { catalog, context } = document;
  const pages: PDFRef[] = [];
  const above = new Set<PDFDict>();
  const visit = (object: PDFObject) => {
    const ref = object instanceof PDFRef ? object : context.register(object);
    const node = nodeOf(ref, context);
    if (node instanceof PDFPageLeaf) {
      pages.push(ref);
      return;
    }
    if (above.has(node)) throw new RangeError('a tree of pages that leads back to itself');
    above.add(node);
    const before = pages.length;
    for (const kid of kidsOf(node, context)) visit(kid);
    if (countOf(node, context) > pages.length - before) throw new RangeError('fewer pages than it counts');
    above.delete(node);
  };
  const root = catalog.get(PDFName.of('Pages'));
  if (root === undefined) throw new RangeError('no tree of pages');
  visit(root);
  if (pages.length === 0) throw new RangeError('no pages');
  return pages;
}

/** How many pages a node says that it has; 0 where it says nothing, or more than the file has objects. */
function countOf(node: PDFDict, context: PDFContext): number {
  const count = context.lookup(node.get(PDFName.of('Count')));
  const pages = count instanceof PDFNumber ? count.asNumber() : 0;
  return pages > context.largestObjectNumber ? 0 : pages;
}

function kidsOf(node: PDFDict, context: PDFContext): readonly PDFObject[] {
  const kids = context.lookup(node.get(PDFName.of('Kids')));
  if (!(kids instanceof PDFArray)) throw new RangeError('a node of the tree of pages without kids');
  return kids.asArray();
}

/** A node of the tree, as the library reads it: some programs omit the node's type. */
function nodeOf(ref: PDFRef, context: PDFContext): PDFPageLeaf | PDFPageTree {
  const node = context.lookup(ref);
  if (node instanceof PDFPageLeaf || node instanceof PDFPageTree) return node;
  if (!(node instanceof PDFDict)) throw new RangeError(`page ${ref.toString()} is not in the file`);
  const isTree = node.has(PDFName.of('Kids'));
  const entries = new Map(node.entries());
  entries.set(PDFName.of('Type'), PDFName.of(isTree ? 'Pages' : 'Page'));
  const made = isTree
    ? PDFPageTree.fromMapWithContext(entries, context)
    : PDFPageLeaf.fromMapWithContext(entries, context);
  context.assign(ref, made);
  return made;
}
