/** Maximum number of documents found in stored data. */
export const maxFound = 100;
