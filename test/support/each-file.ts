import { afterAll } from 'vitest';
import { removeFoldersOfFile } from './disk/temporary-folder.ts';

// Vitest runs this once for every file of tests. Files share a process and the modules that they import: a
// hook that stands at the top of any other module would be one of the first file's alone.
afterAll(removeFoldersOfFile);
