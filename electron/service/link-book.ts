import type { Clock } from '../host.ts';
import type { LinkBook, SignedLink } from './answer.ts';
import type { Heard } from './conversation.ts';

// docs/security.md.
const mostLinks = 5_000;
const oldest = 50 * 60 * 1000;

interface Entry {
  link: SignedLink;
  cameAtElapsed: number;
  cameAtWall: number;
}

/**
 * An empty link book. Age is the larger of what the monotonic and the wall clock say: the first stands still while a computer sleeps, the second can
 * be set back; a link thought older than it is costs one request.
 */
export function createLinkBook(clock: Pick<Clock, 'now' | 'elapsed'>): LinkBook {
  // In the order in which they came, so the first is always the oldest.
  const entries = new Map<string, Entry>();

  const ageOf = (entry: Entry) =>
    Math.max(clock.elapsed() - entry.cameAtElapsed, clock.now() - entry.cameAtWall);

  function dropOld(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= mostLinks && ageOf(entry) < oldest) return;
      entries.delete(key);
    }
  }

  return {
    keep(connectionId, links) {
      for (const [documentId, link] of links) {
        const key = keyOf(connectionId, documentId);
        entries.delete(key);
        entries.set(key, { link, cameAtElapsed: clock.elapsed(), cameAtWall: clock.now() });
      }
      dropOld();
    },
    find(connectionId, documentId, forMs) {
      dropOld();
      const entry = entries.get(keyOf(connectionId, documentId));
      if (!entry) return undefined;
      const left = Math.min(entry.link.livesForMs, oldest) - ageOf(entry);
      return left >= forMs ? entry.link : undefined;
    },
    forget(connectionId, documentId) {
      if (documentId !== undefined) {
        entries.delete(keyOf(connectionId, documentId));
        return;
      }
      const prefix = keyOf(connectionId, '');
      for (const key of entries.keys()) if (key.startsWith(prefix)) entries.delete(key);
    },
  };
}

function keyOf(connectionId: string, documentId: string): string {
  return `${connectionId}\n${documentId}`;
}

// api.md, Limits: download URL lifetime.
const lifetime = 60 * 60 * 1000;

/**
 * A link that has just come, with its hour of expiry by the service's clock: as signed in it, and never later than api.md says. It may lead no nearer
 * than the answer that gave it, which who opens it sees to (`OpenOptions.nearest`).
 */
export function signedLink(
  url: string,
  heard: Pick<Heard, 'heardAt' | 'clockOffset' | 'requestId' | 'place'>,
): SignedLink {
  const serviceTime = heard.heardAt + heard.clockOffset;
  const expiresAt = Math.min(signedExpiry(url) ?? Number.POSITIVE_INFINITY, serviceTime + lifetime);
  return {
    url,
    nearest: heard.place,
    expiresAt,
    livesForMs: Math.max(0, expiresAt - serviceTime),
    requestId: heard.requestId,
  };
}

/** The hour of expiry in a V4 signature, ms since 1970 (names.md); undefined when the link carries none. */
function signedExpiry(url: string): number | undefined {
  const query = URL.parse(url)?.searchParams;
  const date = query?.get('X-Goog-Date') ?? query?.get('X-Amz-Date') ?? '';
  const seconds = query?.get('X-Goog-Expires') ?? query?.get('X-Amz-Expires') ?? '';
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(date);
  if (!match || !/^\d{1,9}$/.test(seconds)) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(seconds) * 1000;
}
