import { serveFiles } from '../extraction/serve-files.ts';
import { readPagePictures } from './page-pictures.ts';

serveFiles(readPagePictures);
