/** The lists of what was asked and found; fetched as one. */
export { default as Found } from '../features/results/found.tsx';
export { default as Results } from '../features/results/results.tsx';
