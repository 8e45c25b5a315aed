/** Maximum number of documents in one progress event; the page fetches the rest. */
export const maxDocumentsPerEvent = 200;

/** Maximum number of documents found in stored data. */
export const maxFound = 100;
