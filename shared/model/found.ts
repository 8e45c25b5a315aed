/** How many documents are found among what is kept, at most. */
export const maxFound = 100;
