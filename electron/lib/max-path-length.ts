/**
 * Maximum length of a path, in UTF-16 units, that every Windows program opens (MAX_PATH without its closing
 * zero), `.part` included.
 */
export const maxPathLength = 259;
