import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Store } from '../../database/index.ts';
import type { Clock, HttpGet } from '../../host.ts';
import type { LinkSource } from '../signed-links/index.ts';
import { askHead } from '../signed-links/index.ts';

/** What asking about replaced documents needs of the app. */
export interface ReplacedDeps {
  store: Store;
  links: LinkSource;
  httpGet: HttpGet;
}

const atOnce = 4;

/**
 * Which of these documents the agency has replaced under the same id since they were downloaded: their tag or
 * hash at storage is another one. Those that were never downloaded, that left neither, or that cannot be
 * asked now, are not told.
 */
async function findReplaced(
  deps: ReplacedDeps,
  keys: readonly DocumentKey[],
  signal?: AbortSignal,
): Promise<DocumentKey[]> {
  const todo = [...keys];
  const replaced: DocumentKey[] = [];
  async function work(): Promise<void> {
    for (let key = todo.shift(); key; key = todo.shift()) {
      signal?.throwIfAborted();
      if (await isReplaced(deps, key, signal)) replaced.push(key);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return replaced;
}

async function isReplaced(
  { store, links, httpGet }: ReplacedDeps,
  key: DocumentKey,
  signal?: AbortSignal,
): Promise<boolean> {
  const [newest] = await store.ledgerFilesOf(key);
  const { etag, md5 } = newest?.file ?? {};
  if (etag === undefined && md5 === undefined) return false;
  const stored = await store.selectDocument(key);
  if (!stored) return false;
  try {
    const request = { ...stored, documentId: stored.id, dispatch: stored.dispatchNumber };
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
    const head = await askHead({ links, httpGet }, request, headers, signal);
    if (head?.status !== 200 && head?.status !== 206) return false;
    if (md5 !== undefined && head.hashes.md5 !== undefined) return md5 !== head.hashes.md5;
    return head.hasStrongTag && etag !== undefined && head.etag !== etag;
  } catch {
    // Asked again with the next refresh; what went wrong is told by what needs the network then.
    return false;
  }
}

/** Notices documents of an answer that the agency has replaced under the same id. */
export interface Noticing {
  /**
   * Asks storage for those that have not been asked for longest; gives those that turned out to be others,
   * and keeps them as changed.
   */
  notice(resultSetId: string): Promise<DocumentKey[]>;
  /** Ends what is being asked; resolves when it has. */
  close(): Promise<void>;
}

// One query to storage for each: few enough for a refresh, which comes again.
const maxDocuments = 200;
// Before that, ms, nobody asks again.
const recheckIntervalMs = 3_600_000;

/** A noticing over what the ledger knows to be on this computer. */
export function createNoticing(deps: ReplacedDeps & { store: Store; clock: Pick<Clock, 'now'> }): Noticing {
  const { store, clock } = deps;
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function recheck(resultSetId: string): Promise<DocumentKey[]> {
    const at = clock.now();
    const documents = await store.ledgerUnchecked(
      resultSetId,
      new Date(at - recheckIntervalMs).toISOString(),
      maxDocuments,
    );
    if (documents.length === 0) return [];
    const replaced = await findReplaced(deps, documents, ending.signal);
    return store.ledgerChecked(documents, replaced, new Date(at).toISOString());
  }

  return {
    notice(resultSetId) {
      const next = running.then(() => (ending.signal.aborted ? [] : recheck(resultSetId)));
      running = next.catch(() => undefined);
      return next;
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}
