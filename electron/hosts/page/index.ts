export { contentPolicy } from './content-policy.ts';
export { createPageFiles, type PageFile } from './page-files.ts';
