import type { Open } from '../../host.ts';
import type { LinkSource, Wanted } from './link-source.ts';
import { isSecureLink } from './refusal.ts';
import { readHead, type StorageHead } from './storage-answer.ts';

// A head and at most one byte are waited for once the request has been sent, ms.
const patience = 30_000;

/**
 * The head of what storage answers about a document, of which one byte at most is asked for; undefined where there is no link that may be used.
 * Rejects as `LinkSource.linkFor` and `Open` do.
 */
export async function askHead(
  { links, open }: { links: Pick<LinkSource, 'linkFor'>; open: Open },
  wanted: Wanted,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<StorageHead | undefined> {
  const answer = await links.linkFor(wanted, 0);
  if (answer.kind !== 'link' || !isSecureLink(answer.link.url)) return undefined;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onHold = (isHeld: boolean) => {
    clearTimeout(timer);
    timer = isHeld ? undefined : setTimeout(() => ending.abort(), patience).unref();
  };
  onHold(false);
  try {
    const opened = await open(answer.link.url, {
      headers: { 'accept-encoding': 'identity', range: 'bytes=0-0', ...headers },
      signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
      nearest: answer.link.nearest,
      onHold,
    });
    opened.cancel();
    return readHead(opened);
  } finally {
    clearTimeout(timer);
  }
}
