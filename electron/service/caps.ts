import type { Caps } from './body-tally.ts';

const MiB = 1024 * 1024;

/** What a list may hold: 500 pages of the published size, or 64 MiB. */
const ofList: Caps = {
  bytes: 64 * MiB,
  items: 50_000,
  itemBytes: MiB,
  itemValues: 20_000,
  values: 4_000_000,
  // JSON itself has no limit, but every reader and writer after the parser is recursive.
  depth: 64,
};

/** A status is one object of a dozen values. */
const ofStatus: Caps = { ...ofList, bytes: MiB };

/** What an answer of an endpoint may hold; a caller's own limit of bytes counts where it is lower. */
export function capsOf(endpoint: string, bytes: number): Caps {
  const caps = endpoint === 'GET /dispatch/{numeroDespacho}/status' ? ofStatus : ofList;
  return { ...caps, bytes: Math.min(caps.bytes, bytes) };
}
