/**
 * Rows asked for at a time: known also to the script that asks for the first of them, which brings nothing
 * else of a list.
 */
export const pageSize = 100;
