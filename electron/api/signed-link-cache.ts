import { compositeKey } from '../../shared/composite-key.ts';
import type { Clock } from '../host.ts';
import type { SignedLink } from './api-types.ts';

/**
 * Signed links of all connections, only in memory: at most 5,000, none older than 50 minutes
 * (docs/security.md). Age is measured by this machine's monotonic clock since the link came, so a wrong wall
 * clock does not matter.
 */
export interface SignedLinkCache {
  /** Adds the links of a page; drops the oldest beyond the limit. */
  add(connectionId: string, links: ReadonlyMap<string, SignedLink>): void;
  /**
   * The link of a document if it works for at least `forMs` more; else undefined, and a new one must be
   * requested.
   */
  find(connectionId: string, documentId: string, forMs: number): SignedLink | undefined;
  /** Removes a link that storage refused, or all links of a connection. */
  forget(connectionId: string, documentId?: string): void;
}

// docs/security.md.
const maxLinks = 5_000;
const maxLinkAgeMs = 50 * 60 * 1000;

interface CachedLink {
  connectionId: string;
  link: SignedLink;
  cameAtElapsed: number;
  cameAtWall: number;
}

/**
 * An empty cache. Age is the larger of monotonic and wall clock: the first stops while a computer sleeps, the
 * second can be set back. A link whose age is overestimated costs one request.
 */
export function createSignedLinkCache(clock: Pick<Clock, 'now' | 'elapsed'>): SignedLinkCache {
  // In order of arrival, so the first is always the oldest.
  const entries = new Map<string, CachedLink>();

  const ageOf = (entry: CachedLink) =>
    Math.max(clock.elapsed() - entry.cameAtElapsed, clock.now() - entry.cameAtWall);

  function dropOld(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= maxLinks && ageOf(entry) < maxLinkAgeMs) return;
      entries.delete(key);
    }
  }

  return {
    add(connectionId, links) {
      for (const [documentId, link] of links) {
        const key = linkKey(connectionId, documentId);
        entries.delete(key);
        entries.set(key, { connectionId, link, cameAtElapsed: clock.elapsed(), cameAtWall: clock.now() });
      }
      dropOld();
    },
    find(connectionId, documentId, forMs) {
      dropOld();
      const entry = entries.get(linkKey(connectionId, documentId));
      if (!entry) return undefined;
      const left = Math.min(entry.link.livesForMs, maxLinkAgeMs) - ageOf(entry);
      return left >= forMs ? entry.link : undefined;
    },
    forget(connectionId, documentId) {
      if (documentId !== undefined) {
        entries.delete(linkKey(connectionId, documentId));
        return;
      }
      for (const [key, entry] of entries) if (entry.connectionId === connectionId) entries.delete(key);
    },
  };
}

function linkKey(connectionId: string, documentId: string): string {
  return compositeKey(connectionId, documentId);
}
