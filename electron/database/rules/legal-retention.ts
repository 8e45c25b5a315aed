import { groupWord } from '../../../shared/dossier/expectation-rule.ts';
import { type Day, writtenDay } from '../../../shared/model/dates.ts';
import type { LegalRetention, Operation } from '../../../shared/model/dossier.ts';

/** How long the documents of a dispatch must be stored, in calendar years. */
const retentionCalendarYears = 5;

/** The dates that decide how long a dispatch's dossier is stored: as received, or `''`. */
export interface RetentionFacts {
  operation: Operation;
  /** `fechaAceptacion`. */
  acceptance: string;
  /** `fechaLegalizacion`, from the status alone. */
  legalisation: string;
  /** The end that the user set instead. */
  set?: { until: Day; note: string };
}

/**
 * The end of a dossier's retention: the last day of the fifth calendar year after acceptance (imports) or
 * legalisation (exports), or the user's day. This is the longest reading of "five calendar years", so that
 * nothing is deleted too early.
 */
export function legalRetention(facts: RetentionFacts): LegalRetention {
  if (facts.set) return { kind: 'known', until: facts.set.until, basis: 'person', note: facts.set.note };
  if (facts.operation === 'unknown') return { kind: 'unknown', missingFact: 'operation' };
  const basis = facts.operation === 'import' ? 'acceptance' : 'legalisation';
  const from = writtenDay(facts[basis]);
  if (from === undefined) return { kind: 'unknown', missingFact: basis };
  const until = `${Number(from.slice(0, 4)) + retentionCalendarYears}-12-31`;
  return { kind: 'known', until, basis, from, note: '' };
}

/**
 * Whether a dispatch is an import or an export: by the declaration of its status (`din`, `dus`), else by its
 * kind's words. An amendment (`smda`) decides neither.
 */
export function operationOf(recordType: string, tramite: string): Operation {
  const record = groupWord(recordType);
  if (record === 'DIN') return 'import';
  if (record === 'DUS') return 'export';
  const words = groupWord(tramite);
  if (/^IMP|\bIMPORTACION|\bIMPO\b|\bDIN\b|\bINGRESO/.test(words)) return 'import';
  if (/^EXP|\bEXPORTACION|\bEXPO\b|\bDUS\b|\bSALIDA/.test(words)) return 'export';
  return 'unknown';
}
