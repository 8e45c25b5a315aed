export { createPracticeOnlyHost } from './practice-only.ts';
