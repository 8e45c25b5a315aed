export { clientsNamed } from './clients.ts';
export { knownTypeNames } from './document-types.ts';
export { bareNumber, containerOf } from './expand-numbers.ts';
export { parseText, parseTextYielding } from './parse-text.ts';
export type { ParseContext, ParsedNumber, ParsedText } from './parsed-text.ts';
export { planOf, type QueryPlan } from './query-plan.ts';
export { readDayRange } from './read-day-range.ts';
