/** What stands around a list; fetched as one. */
export { default as Inspector } from '../inspector/inspector.tsx';
export { default as Found } from '../results/found.tsx';
export { default as Results } from '../results/results.tsx';
