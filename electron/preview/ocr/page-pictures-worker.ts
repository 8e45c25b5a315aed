import { serveFiles } from '../text-layer/serve-files.ts';
import { readPagePictures } from './page-pictures.ts';

serveFiles(readPagePictures);
