import { groupWord } from '../../../shared/dossier/expected-documents.ts';
import { type Day, writtenDay } from '../../../shared/model/dates.ts';
import type { LegalRetention, Operation } from '../../../shared/model/dossier.ts';

/** How long the documents of a dispatch are kept, in calendar years. */
const retentionCalendarYears = 5;

/** The dates of a dispatch that decide how long its folder is kept: as they came, or `''`. */
export interface RetentionFacts {
  operation: Operation;
  /** `fechaAceptacion`. */
  acceptance: string;
  /** `fechaLegalizacion`, from the status alone. */
  legalisation: string;
  /** What a person set instead. */
  set?: { until: Day; note: string };
}

/**
 * Until when a folder is kept: the last day of the fifth calendar year after the year of acceptance (imports)
 * or of legalisation (exports), or the day a person set. The longest reading of "five calendar years", so
 * that nothing is thrown away too soon.
 */
export function legalRetention(facts: RetentionFacts): LegalRetention {
  if (facts.set) return { kind: 'known', until: facts.set.until, basis: 'person', note: facts.set.note };
  if (facts.operation === 'unknown') return { kind: 'unknown', lacks: 'operation' };
  const basis = facts.operation === 'import' ? 'acceptance' : 'legalisation';
  const from = writtenDay(facts[basis]);
  if (from === undefined) return { kind: 'unknown', lacks: basis };
  const until = `${Number(from.slice(0, 4)) + retentionCalendarYears}-12-31`;
  return { kind: 'known', until, basis, from, note: '' };
}

/**
 * Whether a dispatch is an import or an export: by the declaration of its status (`din`, `dus`), else by the
 * words of its kind. An amendment (`smda`) says neither.
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
