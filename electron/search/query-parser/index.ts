export { clientsNamed, type ParsedClient } from './clients.ts';
export { knownTypeNames } from './document-types.ts';
export { bareNumber, containerOf, type NumberKind } from './numbers.ts';
export { parseText, parseTextYielding } from './parse-text.ts';
export type { AsideText, ParseContext, ParsedNumber, ParsedText } from './parsed-text.ts';
export { planOf, type QueryPlan } from './query-plan.ts';
export { readDayRange } from './read-day-range.ts';
