import { isCarpetaError } from '../../shared/errors.ts';
import { isOfService } from '../../shared/retry-table.ts';
import { answersInTime, type Breaker, createBreaker } from '../breaker.ts';
import type { Clock } from '../host.ts';
import type { ServiceOf } from './answer.ts';

/** The breaker before the service of a connection: whoever asks, it is the one. */
export type BreakerOf = (connectionId: string) => Breaker;

/** Breakers that are closed; one that has opened is probed by asking for the types, which need no dispatch. */
export function createServiceBreakers(deps: {
  serviceOf: ServiceOf;
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
}): BreakerOf {
  const { serviceOf, clock } = deps;
  const breakers = new Map<string, Breaker>();

  const probe = (connectionId: string) =>
    answersInTime(clock, (signal) => givesTypes(serviceOf, connectionId, signal));

  return (connectionId) => {
    const breaker = breakers.get(connectionId) ?? createBreaker({ clock, probe: () => probe(connectionId) });
    breakers.set(connectionId, breaker);
    return breaker;
  };
}

/** Asks a service for its types, once, past its breaker: whether it is there. Rejects with what keeps it from answering. */
export async function givesTypes(
  serviceOf: ServiceOf,
  connectionId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const service = await serviceOf(connectionId, { attempts: 1, isProbe: true });
    await service.documentTypes({ signal });
  } catch (thrown) {
    // A key that is refused by now is told by what asks next.
    if (!isCarpetaError(thrown) || isOfService(thrown)) throw thrown;
  }
  return true;
}
