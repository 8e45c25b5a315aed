import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { Clock, NetworkPlace, Open, Opened } from '../host.ts';
import { type Limits, withinTime } from './limits.ts';

/** One answer, its body read. */
export interface Answer<Body> {
  status: number;
  headers: Readonly<Record<string, string>>;
  place: NetworkPlace;
  body: Body;
}

/**
 * Asks once. Rejects with the codes of `Open` (`NO_NETWORK` where the answer broke off), with `TIMED_OUT`, `REDIRECTED` or what `read` rejects with; a
 * redirect is never followed, because it could carry the key elsewhere. No header but `headers` tells who asks. `read` tells each piece that comes.
 */
export async function attempt<Body>(
  { open, clock }: { open: Open; clock: Clock },
  limits: Limits,
  request: { url: string; headers: Readonly<Record<string, string>> },
  signal: AbortSignal | undefined,
  read: (opened: Opened, alive: () => void) => Promise<Body>,
): Promise<Answer<Body>> {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'cache-control': 'no-store',
    ...request.headers,
  };
  return withinTime(clock, limits, signal, async (ends, { alive, hold }) => {
    const opened = await open(request.url, { headers, signal: ends, onHold: hold });
    alive();
    try {
      if (opened.status >= 300 && opened.status < 400) throw redirected(opened);
      const { status, headers, place } = opened;
      return { status, headers, place, body: await read(opened, alive) };
    } catch (thrown) {
      // Half an answer is none; a broken transfer means a document's file everywhere else.
      if (!isCarpetaError(thrown, 'TRANSFER_BROKEN')) throw thrown;
      throw new CarpetaError('NO_NETWORK', 'the answer broke off', { values: thrown.values ?? {} });
    } finally {
      opened.cancel();
    }
  });
}

function redirected(opened: Opened): CarpetaError {
  // The target may repeat the query, key included: only its host is told.
  const host = URL.parse(opened.headers['location'] ?? '')?.host ?? '';
  return new CarpetaError('REDIRECTED', `redirected${host && ` to ${host}`}`, {
    status: opened.status,
    values: { host },
  });
}
