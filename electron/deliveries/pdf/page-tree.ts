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
 * The pages of a document in order. Throws where the tree contains a missing page or a cycle, or does not
 * list a page that it counts.
 */
export function pagesOf(document: PDFDocument): PDFRef[] {
  const { catalog, context } = document;
  const pages: PDFRef[] = [];
  const trees = new Set<PDFDict>();
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
    trees.add(node);
    for (const kid of kidsOf(node, context)) visit(kid);
    above.delete(node);
  };
  const root = catalog.get(PDFName.of('Pages'));
  if (root === undefined) throw new RangeError('no tree of pages');
  visit(root);
  if (pages.length === 0) throw new RangeError('no pages');
  const [first] = trees;
  const count = first && context.lookup(first.get(PDFName.of('Count')));
  // A wrong count alone loses no page: some programs write one.
  if (count instanceof PDFNumber && count.asNumber() > pages.length && hasUnlisted(context, pages, trees))
    throw new RangeError('a page that no list names');
  return pages;
}

/** Whether the file has an unlisted page whose parents lead to the tree, or to a missing part of it. */
function hasUnlisted(context: PDFContext, pages: readonly PDFRef[], trees: ReadonlySet<PDFDict>): boolean {
  const listed = new Set(pages);
  return context.enumerateIndirectObjects().some(([ref, object]) => {
    if (!(object instanceof PDFPageLeaf) || listed.has(ref)) return false;
    const seen = new Set<PDFDict>();
    for (let node: PDFDict = object; !seen.has(node); ) {
      seen.add(node);
      const parent = node.get(PDFName.of('Parent'));
      if (parent === undefined) return false;
      const next = context.lookup(parent);
      if (!(next instanceof PDFDict) || trees.has(next)) return true;
      node = next;
    }
    return false;
  });
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
