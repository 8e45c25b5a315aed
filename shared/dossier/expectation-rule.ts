import { compareTexts } from '../compare-texts.ts';
import { compositeKey } from '../composite-key.ts';
import type { Day } from '../model/dates.ts';
import type { ExpectationGroup, TypeDecision, TypeExpectation, TypeFrequency } from '../model/dossier.ts';
import { withoutAccents } from '../without-accents.ts';

/** The parameters of learning. */
export const expectationRule = {
  /** Number of recent complete dispatches of a group that are evaluated. */
  window: 20,
  /** Minimum number of dispatches to learn from. */
  minimum: 5,
  /** A type is expected if at least this share of them has it. */
  share: 0.8,
} as const;

/**
 * A dispatch to learn from: requested completely and closed, so that its missing documents will not arrive.
 */
export interface SampleDispatch {
  number: string;
  /** Acceptance, else opening; `''` if neither is known, which makes it the oldest. */
  day: Day;
  /** Active documents by type. */
  documents: ReadonlyMap<string, number>;
}

/** A value of the service, normalised for grouping: without case, accents and spaces. */
export function groupWord(text: string): string {
  return withoutAccents(text, 'NFD').replace(/\s+/g, ' ').trim().toUpperCase();
}

/** The key of a client × tipoTramite × viaTransporte of one agency. */
export function groupKey(group: ExpectationGroup): string {
  return compositeKey(group.connectionId, group.rut, groupWord(group.tramite), groupWord(group.via));
}

/**
 * The types that the recent complete dispatches of one group had. The input order is irrelevant: they are
 * sorted by day and number.
 */
export function countTypes(dispatches: readonly SampleDispatch[]): TypeFrequency[] {
  const { window, minimum, share } = expectationRule;
  const latest = [...dispatches]
    .sort((a, b) => compareTexts(b.day, a.day) || compareTexts(b.number, a.number))
    .slice(0, window);
  const types = new Set(latest.flatMap(({ documents }) => [...documents.keys()]));
  return [...types].sort(compareTexts).map((type) => {
    const counts = latest.map(({ documents }) => documents.get(type) ?? 0).filter((count) => count > 0);
    const seen = counts.length;
    return {
      type,
      seen,
      of: latest.length,
      single: counts.filter((count) => count === 1).length,
      isUsual: latest.length >= minimum && seen >= share * latest.length,
    };
  });
}

/**
 * The expectations of a group: a person's decisions, which later learning never changes, else what was
 * learned. Each has its reason.
 */
export function judgeTypes(
  frequencies: readonly TypeFrequency[],
  decisions: readonly TypeDecision[],
): TypeExpectation[] {
  const decided = new Map(decisions.map((decision) => [decision.type, decision]));
  const evidence = new Map(frequencies.map((type) => [type.type, type]));
  const types = [...new Set([...evidence.keys(), ...decided.keys()])].sort(compareTexts);
  return types.map((type) => {
    const { seen, of, single, isUsual } = evidence.get(type) ?? nothingSeen(frequencies);
    const decision = decided.get(type);
    const facts = { type, seen, of, single, isUsual };
    if (!decision) return { ...facts, basis: 'learned', isExpected: isUsual };
    return { ...facts, basis: 'decided', isExpected: decision.isExpected, decision };
  });
}

/** Orders expectations: expected types first, then the most frequent. */
export function byWeight(one: TypeExpectation, other: TypeExpectation): number {
  return (
    Number(other.isExpected) - Number(one.isExpected) ||
    other.seen - one.seen ||
    one.type.localeCompare(other.type, 'es')
  );
}

function nothingSeen(frequencies: readonly TypeFrequency[]): Omit<TypeFrequency, 'type'> {
  return { seen: 0, of: frequencies[0]?.of ?? 0, single: 0, isUsual: false };
}
