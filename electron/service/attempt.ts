import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { Clock, Open, Opened } from '../host.ts';
import { type Limits, withinTime } from './limits.ts';

/** One answer, read to its end. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/**
 * Asks once. Rejects with the codes of `Open` (`NO_NETWORK` where the answer broke off), with `TIMED_OUT`, `REDIRECTED` or `RESPONSE_TOO_LARGE`; a
 * redirect is never followed, because it could carry the key elsewhere. No header but `headers` tells who asks.
 */
export async function attempt(
  { open, clock }: { open: Open; clock: Clock },
  limits: Limits,
  request: { url: string; headers: Readonly<Record<string, string>> },
  signal: AbortSignal | undefined,
): Promise<Answer> {
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
      const text = await readBody(opened, limits.bodyBytes, alive);
      return { status: opened.status, headers: opened.headers, text };
    } catch (thrown) {
      // Half an answer is none; a broken transfer means a document's file everywhere else.
      if (!isCarpetaError(thrown, 'TRANSFER_BROKEN')) throw thrown;
      throw new CarpetaError('NO_NETWORK', 'the answer broke off', { values: thrown.values ?? {} });
    } finally {
      opened.cancel();
    }
  });
}

async function readBody(opened: Opened, most: number, alive: () => void): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of opened.body) {
    alive();
    size += piece.byteLength;
    if (size > most) {
      throw new CarpetaError('RESPONSE_TOO_LARGE', `the answer is larger than ${most} bytes`, {
        status: opened.status,
        values: { bytes: most },
      });
    }
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function redirected(opened: Opened): CarpetaError {
  // The target may repeat the query, key included: only its host is told.
  const host = URL.parse(opened.headers['location'] ?? '')?.host ?? '';
  return new CarpetaError('REDIRECTED', `redirected${host && ` to ${host}`}`, {
    status: opened.status,
    values: { host },
  });
}
