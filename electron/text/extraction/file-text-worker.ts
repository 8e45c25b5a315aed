import { readFileText } from './file-text.ts';
import { serveFiles } from './serve-files.ts';

serveFiles(readFileText);
