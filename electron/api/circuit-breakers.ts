import { isServiceError } from '../../shared/error-rules.ts';
import { isAppError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';
import { Breaker, respondsInTime } from '../jobs/index.ts';
import type { GetApiClient } from './api-types.ts';

/** The breaker of a connection: all callers share one. */
export type BreakerOf = (connectionId: string) => Breaker;

/** Breakers that start closed; an open one is probed with the document types, which need no dispatch. */
export function createCircuitBreakers(options: {
  getApiClient: GetApiClient;
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
}): BreakerOf {
  const { getApiClient, clock } = options;
  const breakers = new Map<string, Breaker>();

  const probe = (connectionId: string) =>
    respondsInTime(clock, (signal) => givesTypes(getApiClient, connectionId, signal));

  return (connectionId) => {
    const breaker = breakers.get(connectionId) ?? new Breaker({ clock, probe: () => probe(connectionId) });
    breakers.set(connectionId, breaker);
    return breaker;
  };
}

/**
 * Whether a service responds: requests its document types once, past its breaker. Rejects with the error that
 * prevents a response.
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
    // A rejected key is reported by the next request.
    if (!isAppError(error) || isServiceError(error)) throw error;
  }
  return true;
}
