/** Documents that one search shows; its lines are read from as many files. */
export const maxTextHits = 50;

/** The search for a text in all documents: the list and its count share one response. */
export function textHitsOf(text: string) {
  return { text, filter: {}, limit: maxTextHits, offset: 0 };
}
