/** The languages that a message or a cover page can be written in. */
export const messageLanguages = ['es-CL', 'en'] as const;
export type MessageLanguage = (typeof messageLanguages)[number];
