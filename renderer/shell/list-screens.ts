/** What stands around a list; fetched as one. */
export { default as Found } from '../features/results/found.tsx';
export { default as Results } from '../features/results/results.tsx';
export { default as Inspector } from './inspector.tsx';
