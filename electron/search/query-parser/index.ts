export { clientsNamed } from './named-clients.ts';
export { containerOf } from './numbers.ts';
export { parseText, parseTextYielding } from './parse-text.ts';
export type { ParseContext, ParsedNumber, ParsedText } from './parsed-text.ts';
export { planOf, type QueryPlan } from './query-plan.ts';
export { readDayRange } from './read-day-range.ts';
export { bareNumber } from './token.ts';
export { knownTypeNames } from './types-in-sentence.ts';
