export { clientsNamed, type ParsedClient } from './clients.ts';
export { knownTypeNames } from './document-types.ts';
export { bareNumber, containerOf, type NumberKind } from './numbers.ts';
export {
  type AsideText,
  type ParseContext,
  type ParsedNumber,
  type ParsedText,
  parseText,
  parseTextInTurns,
} from './parse-text.ts';
export { planOf, type QueryPlan } from './query-plan.ts';
