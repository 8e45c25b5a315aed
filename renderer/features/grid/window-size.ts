/** Rows asked for at a time. */
export const windowSize = 100;
