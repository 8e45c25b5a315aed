export { type FileOf, previewHandlers, type ReadUnsaved } from './preview.ts';
