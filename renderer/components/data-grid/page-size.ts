/**
 * Rows per request. In a file of its own, because the prefetch script needs it and nothing else of a list.
 */
export const pageSize = 100;
