export { createReadScans, type ReadScans, type ScanOutcome, type ScanPage } from './ocr/read-scans.ts';
export { type FileOf, previewHandlers, type ReadUnsaved } from './preview.ts';
export { createReadFileTexts, type FileText, type ReadFileTexts } from './text-layer/read-file-texts.ts';
