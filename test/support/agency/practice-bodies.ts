import { readFileSync } from 'node:fs';
import { ask } from './ask.ts';
import { type PracticeAgency, startPractice } from './practice-agency.ts';

/** One thing of an answer, as it came. */
export type Item = Record<string, unknown>;

const names = readFileSync(new URL('../../../docs/service/names.md', import.meta.url), 'utf8');

/** The keys of a document's dispatch object, as docs/service/names.md lists them. */
export const dispatchKeys = [
  ...(/- `dispatch` has every key.*?data: ([^.]*)\./s.exec(names)?.[1] ?? '').matchAll(/`(\w+)`/g),
].map(([, key = '']) => key);

/** An agency whose day and hour are always the same. */
export function startDatedPractice(): Promise<PracticeAgency> {
  return startPractice({
    today: '2026-11-20',
    clock: { now: () => Date.parse('2026-11-20T14:51:00.000Z') },
  });
}

/** What the answer about a dispatch holds. */
export async function itemsOf(
  practice: PracticeAgency,
  number: string | undefined,
  rut: string | undefined,
  operation: string,
): Promise<Item[]> {
  return (await ask(practice, `/dispatch/${number}/${operation}`, { rut })).json()['data'] as Item[];
}
