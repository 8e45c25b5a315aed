import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError, ErrorData } from '../../../shared/errors.ts';
import { maxAttempts } from '../../../shared/retry-table.ts';
import type { Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { attemptsOfRound, keptError, waitOf } from '../../jobs/index.ts';
import { backOff } from './retry-decision.ts';

/** How asking for the links of one dispatch has failed. Times are elapsed ms. */
export interface LinkTrouble {
  /** Requests of this round, {@link maxAttempts} at most. */
  attempts: number;
  /** When the round began. */
  since: number;
  /** Nobody asks before. */
  retryAt: number;
  error: ErrorData;
  /** The service served others meanwhile: it is this dispatch's trouble alone. */
  isAlone: boolean;
}

/** Failed attempts at links, by connection and question: shared by all documents that wait for one, and kept over restarts. */
export interface LinkTroubles {
  /** What is known of a question; undefined when it was answered last. Never rejects. */
  of(connectionId: string, question: string): Promise<LinkTrouble | undefined>;
  /** The same, once it has been asked for. */
  known(connectionId: string, question: string): LinkTrouble | undefined;
  /** How many requests are left of a round; one that is over is followed by another. */
  left(connectionId: string, question: string): number;
  /** A request has failed. */
  failed(connectionId: string, question: string, error: AppError): void;
  /** It is this question's trouble alone. */
  blame(connectionId: string, question: string): void;
  answered(connectionId: string, question: string): void;
  /** A person has it tried again: all begin at no attempts; those of one connection alone where it has a new key. */
  forgive(connectionId?: string): void;
}

export interface LinkTroublesDeps {
  store: Pick<
    Store,
    'ledgerLinkTroubles' | 'ledgerKeepLinkTrouble' | 'ledgerForgetLinkTrouble' | 'ledgerForgetLinkTroubles'
  >;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** 0 to 1. */
  random(): number;
}

// How long a question rests after a round; the batch that waits for it looks again by itself, ms.
const restsFor = 30_000;
// Who asked may be gone for good, with its batch or its connection, ms.
const keptFor = 86_400_000;

/** Troubles as an earlier process left them. */
export function createLinkTroubles({ store, clock, random }: LinkTroublesDeps): LinkTroubles {
  const troubles = new Map<string, LinkTrouble & { connectionId: string }>();
  // A store that cannot be read or written costs what was counted, never a link.
  const ignore = () => undefined;
  /** What a person had tried again before it was read: connections, undefined for all. */
  const forgiven = new Set<string | undefined>();
  let isLoaded = false;
  const loading = store.ledgerLinkTroubles().then((kept) => {
    isLoaded = true;
    for (const { connectionId, question, attempts, isAlone, since, error, ...row } of kept) {
      const key = compositeKey(connectionId, question);
      if (troubles.has(key) || forgiven.has(undefined) || forgiven.has(connectionId)) continue;
      const [now, elapsed] = [clock.now(), clock.elapsed()];
      if (now - row.retryAfter > keptFor) {
        store.ledgerForgetLinkTrouble(connectionId, question).catch(ignore);
        continue;
      }
      const retryAt = elapsed + (waitOf(row, now, restsFor) ?? 0);
      const began = elapsed - Math.max(0, now - since);
      troubles.set(key, { connectionId, attempts, isAlone, since: began, retryAt, error });
    }
  }, ignore);

  function keep(connectionId: string, question: string, trouble: LinkTrouble): void {
    troubles.set(compositeKey(connectionId, question), { ...trouble, connectionId });
    const wallOf = (elapsed: number) => Math.round(clock.now() + elapsed - clock.elapsed());
    const [since, retryAfter] = [wallOf(trouble.since), wallOf(trouble.retryAt)];
    const { attempts, isAlone, error } = trouble;
    const kept = { connectionId, question, attempts, isAlone, since, retryAfter, error };
    store.ledgerKeepLinkTrouble(kept).catch(ignore);
  }

  const known = (connectionId: string, question: string) =>
    troubles.get(compositeKey(connectionId, question));
  const attemptsOf = (trouble: LinkTrouble | undefined) => (trouble ? attemptsOfRound(trouble) : 0);

  return {
    async of(connectionId, question) {
      await loading;
      return known(connectionId, question);
    },
    known,
    left: (connectionId, question) => maxAttempts - attemptsOf(known(connectionId, question)),
    failed(connectionId, question, error) {
      const now = clock.elapsed();
      const before = known(connectionId, question);
      const attempts = attemptsOf(before) + 1;
      const wait = attempts < maxAttempts ? backOff(attempts, random()) : restsFor;
      const since = attempts === 1 || !before ? now : before.since;
      keep(connectionId, question, {
        attempts,
        since,
        retryAt: now + wait,
        error: keptError(error),
        isAlone: false,
      });
    },
    blame(connectionId, question) {
      const trouble = known(connectionId, question);
      if (trouble && !trouble.isAlone) keep(connectionId, question, { ...trouble, isAlone: true });
    },
    answered(connectionId, question) {
      if (troubles.delete(compositeKey(connectionId, question))) {
        store.ledgerForgetLinkTrouble(connectionId, question).catch(ignore);
      }
    },
    forgive(connectionId) {
      if (isLoaded && troubles.size === 0) return;
      if (!isLoaded) forgiven.add(connectionId);
      for (const [key, trouble] of [...troubles]) {
        if (connectionId === undefined || trouble.connectionId === connectionId) troubles.delete(key);
      }
      store.ledgerForgetLinkTroubles(connectionId).catch(ignore);
    },
  };
}
