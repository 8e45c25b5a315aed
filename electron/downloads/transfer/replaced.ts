import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Open } from '../../host.ts';
import type { Store } from '../../store/index.ts';
import { askHead } from '../links/ask-head.ts';
import type { LinkSource } from '../links/link-source.ts';

/** What asking about replaced papers needs of the app. */
export interface ReplacedMeans {
  store: Store;
  links: LinkSource;
  open: Open;
}

const atOnce = 4;

/**
 * Which of these documents the agency has replaced under the same id since they were downloaded: their tag or hash at storage is another one.
 * Those that were never downloaded, that left neither, or that cannot be asked now, are not told.
 */
export async function findReplaced(
  means: ReplacedMeans,
  keys: readonly DocumentKey[],
  signal?: AbortSignal,
): Promise<DocumentKey[]> {
  const todo = [...keys];
  const replaced: DocumentKey[] = [];
  async function work(): Promise<void> {
    for (let key = todo.shift(); key; key = todo.shift()) {
      signal?.throwIfAborted();
      if (await isReplaced(means, key, signal)) replaced.push(key);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return replaced;
}

async function isReplaced(
  { store, links, open }: ReplacedMeans,
  key: DocumentKey,
  signal?: AbortSignal,
): Promise<boolean> {
  const [newest] = await store.ledgerFilesOf(key);
  const { etag, md5 } = newest?.holding ?? {};
  if (etag === undefined && md5 === undefined) return false;
  const kept = await store.selectDocument(key);
  if (!kept) return false;
  try {
    const wanted = { ...kept, documentId: kept.id, dispatch: kept.dispatchNumber };
    const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
    const head = await askHead({ links, open }, wanted, headers, signal);
    if (head?.status !== 200 && head?.status !== 206) return false;
    if (md5 !== undefined && head.hashes.md5 !== undefined) return md5 !== head.hashes.md5;
    return head.hasStrongTag && etag !== undefined && head.etag !== etag;
  } catch {
    // Asked again with the next refresh; what went wrong is told by what needs the network then.
    return false;
  }
}
