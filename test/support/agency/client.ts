import {
  type ApiClient,
  type ApiClientOptions,
  type AttemptRecord,
  createApiClient,
  type Limits,
} from '../../../electron/api/index.ts';
import type { Clock, HttpGet } from '../../../electron/host.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { createFakeClock } from '../app/fake-clock.ts';

/** A key that is easy to look for in everything that was printed. */
export const plantedKey = 'AIzaSyD-planted-key-9xyz';

/** A RUT in the app's own form, for tests that need one. */
export function rut(text: string): Rut {
  return text as Rut;
}

/** The RUT of a client, where it does not matter which. */
export const someRut = rut('12345678-5');

export interface ClientOverrides extends Partial<Omit<ApiClientOptions, 'limits'>> {
  clock?: Clock;
  random?: () => number;
  uuid?: () => string;
  limits?: Partial<Limits>;
}

/**
 * A client over this network. Waits between attempts pass at once unless a clock is given; request ids count
 * from `request-1`.
 */
export function clientOver(
  httpGet: HttpGet,
  overrides: ClientOverrides = {},
): ApiClient & { attempts: AttemptRecord[] } {
  const attempts: AttemptRecord[] = [];
  let requests = 0;
  const platform = {
    httpGet,
    clock: overrides.clock ?? createFakeClock({ passes: (ms) => ms <= 30_000 }),
    random: overrides.random ?? (() => 0.5),
    uuid: overrides.uuid ?? (() => `request-${++requests}`),
  };
  const api = createApiClient(platform, {
    baseUrl: 'https://service.example',
    agency: 'agencia-1',
    key: () => plantedKey,
    onAttempt: (record) => attempts.push(record),
    ...overrides,
  });
  return { ...api, attempts };
}

/** The error that a promise rejects with; fails where it is not the app's own or there is none. */
export async function errorOf(promise: Promise<unknown>): Promise<AppError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
