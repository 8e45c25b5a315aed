/** Documents in one message of progress at the most; a window of rows asks for the rest. */
export const maxDocumentsPerEvent = 200;
