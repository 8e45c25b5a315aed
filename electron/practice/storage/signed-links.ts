import { createHmac, timingSafeEqual } from 'node:crypto';

const algorithm = 'GOOG4-HMAC-SHA256';

/** Signs links to objects and verifies them, in the manner of V4 signed URLs. */
export interface Signer {
  /** A link to an object, valid from `now` (milliseconds since 1970) for so many seconds. */
  sign(link: { origin: string; path: string; now: number; seconds: number }): string;
  /** Verifies the request of a link. */
  judge(request: {
    method: string;
    host: string;
    path: string;
    query: URLSearchParams;
    now: number;
  }): Verdict;
}

/** `expiredAt`: milliseconds since 1970. */
export type Verdict =
  | { is: 'good' }
  | { is: 'unsigned' }
  | { is: 'forged' }
  | { is: 'expired'; expiredAt: number };

/** A signer with a secret of its own. */
export function createSigner(secret: string, account: string): Signer {
  /** The signature covers method, host, path and every parameter except itself. */
  const signatureOf = (method: string, host: string, path: string, query: string): string =>
    createHmac('sha256', secret).update([algorithm, method, host, path, query].join('\n')).digest('hex');
  /** A page's links differ only in path and signature. */
  let latest = { date: '', seconds: 0, query: '' };
  const queryOf = (now: number, seconds: number): string => {
    const date = stamp(now);
    if (latest.date !== date || latest.seconds !== seconds) {
      const query = new URLSearchParams({
        'X-Goog-Algorithm': algorithm,
        'X-Goog-Credential': `${account}/${date.slice(0, 8)}/auto/storage/goog4_request`,
        'X-Goog-Date': date,
        'X-Goog-Expires': String(seconds),
        'X-Goog-SignedHeaders': 'host',
      });
      latest = { date, seconds, query: query.toString() };
    }
    return latest.query;
  };
  return {
    sign({ origin, path, now, seconds }) {
      const query = queryOf(now, seconds);
      const signature = signatureOf('GET', origin.replace('http://', ''), path, query);
      return `${origin}${path}?${query}&X-Goog-Signature=${signature}`;
    },
    judge({ method, host, path, query, now }) {
      const signature = query.get('X-Goog-Signature');
      if (signature === null) return { is: 'unsigned' };
      const signed = [...query].filter(([name]) => name !== 'X-Goog-Signature');
      const right = Buffer.from(signatureOf(method, host, path, new URLSearchParams(signed).toString()));
      const actual = Buffer.from(signature);
      if (actual.length !== right.length || !timingSafeEqual(actual, right)) return { is: 'forged' };
      const expiredAt =
        instantOf(query.get('X-Goog-Date') ?? '') + Number(query.get('X-Goog-Expires')) * 1000;
      // Dates in links are whole seconds, and the last second counts.
      return Math.floor(now / 1000) * 1000 > expiredAt ? { is: 'expired', expiredAt } : { is: 'good' };
    },
  };
}

/** `20261120T145100Z`. */
function stamp(instant: number): string {
  return `${new Date(instant).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
}

function instantOf(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
