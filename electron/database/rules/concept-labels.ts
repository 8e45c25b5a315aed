import { groupWord } from '../../../shared/dossier/expectation-rule.ts';

/** What a disbursement is for, as the service wrote it; `''` without data. */
export interface Concept {
  code: string;
  name: string;
}

/**
 * Labels concepts by their names. The code stands for a missing name, and beside a name that concepts of
 * several codes have.
 */
export function conceptLabels(concepts: readonly Concept[]): (concept: Concept) => string {
  const byName = Map.groupBy(concepts, ({ name }) => groupWord(name));
  const codes = new Map(
    [...byName].map(([name, members]) => [name, new Set(members.map(({ code }) => groupWord(code))).size]),
  );
  return ({ code, name }) => {
    const isShared = name === '' || (codes.get(groupWord(name)) ?? 0) > 1;
    return isShared ? [name, code].filter(Boolean).join(' · ') : name;
  };
}
