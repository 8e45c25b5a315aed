import type { ErrorData } from '../../shared/errors.ts';
import type { Question } from '../../shared/model/question.ts';
import type { SweepProgress } from '../../shared/model/search.ts';
import { ruleOf } from '../../shared/retry-table.ts';
import type { Clock } from '../host.ts';

/** As many answers wait at the most: whoever has asked so much since would have to wait for them all. */
const mostWaiting = 20;

/** What a person has asked, and when, in milliseconds of the clock's `elapsed`. */
export interface AskedByPerson {
  resultSetId: string;
  question: Question;
  begunAt: number;
}

/** Answers that a person has asked for and a key was refused for, until that is replaced; of one question the last alone. */
export interface WaitingForKey {
  /** Told how a search stood when it ended. Gives whether a key that was refused for it has been replaced meanwhile: it can go on at once. */
  ended(asked: AskedByPerson, problems: SweepProgress['problems']): boolean;
  /** Told that a person has stopped what was asked: no key has it go on. */
  stopped(question: Question): void;
  /** Told that keys were replaced; gives the answers that can go on with them, the first asked first. */
  renewed(connectionIds: readonly string[]): string[];
}

/** Nothing waits yet, and no key has been replaced. */
export function createWaitingForKey(clock: Pick<Clock, 'elapsed'>): WaitingForKey {
  const renewedAt = new Map<string, number>();
  /** By their question. */
  const waiting = new Map<string, { resultSetId: string; connectionIds: ReadonlySet<string> }>();

  return {
    ended({ resultSetId, question, begunAt }, problems) {
      const key = JSON.stringify(question);
      waiting.delete(key);
      const refusing = problems.filter(({ error }) => refusesKey(error));
      const connectionIds = new Set(refusing.map((one) => one.connectionId));
      if (connectionIds.size === 0) return false;
      for (const id of connectionIds) if ((renewedAt.get(id) ?? -1) >= begunAt) return true;
      waiting.set(key, { resultSetId, connectionIds });
      const [oldest] = waiting.keys();
      if (waiting.size > mostWaiting && oldest !== undefined) waiting.delete(oldest);
      return false;
    },
    stopped(question) {
      waiting.delete(JSON.stringify(question));
    },
    renewed(ids) {
      for (const id of ids) renewedAt.set(id, clock.elapsed());
      const free = [...waiting].filter(([, { connectionIds }]) => ids.some((id) => connectionIds.has(id)));
      for (const [key] of free) waiting.delete(key);
      return free.map(([, { resultSetId }]) => resultSetId);
    },
  };
}

/** Whether an error is one that another key may mend. */
function refusesKey({ code, status }: ErrorData): boolean {
  return ruleOf(code).concerns === 'connection' || status === 401 || status === 403;
}
