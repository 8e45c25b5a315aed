import type { Clock } from '../host.ts';
import type { LinkBook, SignedLink } from './answer.ts';

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
