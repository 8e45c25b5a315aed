import PQueue from 'p-queue';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Store } from '../../database/index.ts';
import type { Clock, HttpGet } from '../../host.ts';
import type { LinkSource } from '../signed-links/index.ts';
import { requestHead } from '../signed-links/index.ts';

/** What checking for replaced documents needs. */
interface ReplacementContext {
  store: Store;
  links: LinkSource;
  httpGet: HttpGet;
}

const atOnce = 4;

/**
 * The documents that the agency replaced under the same id since their download: their tag or hash in storage
 * differs. Documents without a download, tag, hash or response are omitted.
 */
async function findReplaced(
  context: ReplacementContext,
  keys: readonly DocumentKey[],
  signal?: AbortSignal,
): Promise<DocumentKey[]> {
  const checks = keys.map((key) => async () => {
    signal?.throwIfAborted();
    return (await isReplaced(context, key, signal)) ? [key] : [];
  });
  return (await new PQueue({ concurrency: atOnce }).addAll(checks)).flat();
}

async function isReplaced(
  { store, links, httpGet }: ReplacementContext,
  key: DocumentKey,
  signal?: AbortSignal,
): Promise<boolean> {
  const [newest] = await store.listFilesOf(key);
  const { etag, md5 } = newest?.file ?? {};
  if (etag === undefined && md5 === undefined) return false;
  const stored = await store.selectDocument(key);
  if (!stored) return false;
  try {
    const request = { ...stored, documentId: stored.id, dispatch: stored.dispatchNumber };
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
    const head = await requestHead({ links, httpGet }, request, headers, signal);
    if (head?.status !== 200 && head?.status !== 206) return false;
    if (md5 !== undefined && head.hashes.md5 !== undefined) return md5 !== head.hashes.md5;
    return head.hasStrongTag && etag !== undefined && head.etag !== etag;
  } catch {
    // Repeated with the next refresh; errors are reported by other requests.
    return false;
  }
}

/** Finds documents of a result set that the agency replaced under the same id. */
export interface Noticing {
  /** Checks those whose last check is oldest; returns the replaced ones and stores them as changed. */
  notice(resultSetId: string): Promise<DocumentKey[]>;
  /** Aborts the running check; resolves when it has ended. */
  close(): Promise<void>;
}

// Limits the requests of one refresh; the next refresh checks more.
const maxDocuments = 200;
// Minimum interval between two checks of one document, ms.
const recheckIntervalMs = 3_600_000;

/** Creates the check over the files in the ledger. */
export function createNoticing(
  context: ReplacementContext & { store: Store; clock: Pick<Clock, 'now'> },
): Noticing {
  const { store, clock } = context;
  const ending = new AbortController();
  const checks = new PQueue({ concurrency: 1 });

  async function recheck(resultSetId: string): Promise<DocumentKey[]> {
    const at = clock.now();
    const documents = await store.listUncheckedDocuments(
      resultSetId,
      new Date(at - recheckIntervalMs).toISOString(),
      maxDocuments,
    );
    if (documents.length === 0) return [];
    const replaced = await findReplaced(context, documents, ending.signal);
    return store.markStorageChecked(documents, replaced, new Date(at).toISOString());
  }

  return {
    notice: (resultSetId) => checks.add(async () => (ending.signal.aborted ? [] : recheck(resultSetId))),
    close() {
      ending.abort();
      return checks.onIdle();
    },
  };
}
