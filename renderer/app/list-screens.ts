/** The lists of search results, loaded as one chunk. */
export { default as Found } from '../features/results/found-documents.tsx';
export { default as Results } from '../features/results/results.tsx';
