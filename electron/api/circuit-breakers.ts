import { isAppError } from '../../shared/errors.ts';
import { isServiceError } from '../../shared/retry-table.ts';
import type { Clock } from '../host.ts';
import { type Breaker, createBreaker, respondsInTime } from '../jobs/index.ts';
import type { GetApiClient } from './responses.ts';

/** The breaker before the service of a connection: whoever asks, it is the one. */
export type BreakerOf = (connectionId: string) => Breaker;

/**
 * Breakers that are closed; one that has opened is probed by asking for the types, which need no dispatch.
 */
export function createCircuitBreakers(deps: {
  getApiClient: GetApiClient;
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
}): BreakerOf {
  const { getApiClient, clock } = deps;
  const breakers = new Map<string, Breaker>();

  const probe = (connectionId: string) =>
    respondsInTime(clock, (signal) => givesTypes(getApiClient, connectionId, signal));

  return (connectionId) => {
    const breaker = breakers.get(connectionId) ?? createBreaker({ clock, probe: () => probe(connectionId) });
    breakers.set(connectionId, breaker);
    return breaker;
  };
}

/**
 * Asks a service for its types, once, past its breaker: whether it is there. Rejects with what keeps it from
 * answering.
 */
export async function givesTypes(
  getApiClient: GetApiClient,
  connectionId: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const api = await getApiClient(connectionId, { attempts: 1, isProbe: true });
    await api.documentTypes({ signal });
  } catch (error) {
    // A key that is refused by now is told by what asks next.
    if (!isAppError(error) || isServiceError(error)) throw error;
  }
  return true;
}
