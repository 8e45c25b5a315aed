/** Maximum number of documents in one progress event; the page fetches the rest. */
export const maxDocumentsPerEvent = 200;
