import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
} from '@cantoo/pdf-lib';

/** The pages of a document in order. Throws where the tree contains a missing page or a cycle. */
export function pagesOf(document: PDFDocument): PDFRef[] {
  const pages: PDFRef[] = [];
  const above = new Set<PDFDict>();
  const visit = (node: PDFDict) => {
    if (above.has(node)) throw new RangeError('a tree of pages that leads back to itself');
    above.add(node);
    for (const kid of kidsOf(node, document.context)) {
      const ref = kid instanceof PDFRef ? kid : document.context.register(kid);
      const dict = nodeOf(ref, document.context);
      if (dict instanceof PDFPageTree) visit(dict);
      else pages.push(ref);
    }
    above.delete(node);
  };
  visit(document.catalog.Pages());
  if (pages.length === 0) throw new RangeError('no pages');
  return pages;
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
