/** Documents in one message of progress at the most; a page of rows asks for the rest. */
export const maxDocumentsPerEvent = 200;
