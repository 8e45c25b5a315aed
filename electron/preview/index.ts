export { type FileOf, previewHandlers, type ReadUnsaved } from './preview.ts';
export type { TextFile } from './text-layer/paper-text.ts';
export { createReadPaperTexts, type PaperText, type ReadPaperTexts } from './text-layer/read-paper-texts.ts';
