import gt from 'semver/functions/gt.js';
import parse from 'semver/functions/parse.js';
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { maxAddressLength, parseHttpsAddress } from '../../shared/model/https-address.ts';
import { type AttemptLimits, attempt, capsOf, readBody } from '../api/index.ts';
import type { Clock, HttpGet } from '../host.ts';

/** An available version, and its download page. */
export interface Release {
  /** Semantic version, without a leading `v` and without build metadata. */
  version: string;
  /** https, at the same host and port as the URL that named it. */
  page: string;
}

/** Why a response names no valid release. */
type RejectionReason = 'shape' | 'version' | 'page' | 'host';

const releaseSchema = z.object({
  version: z.string().max(60),
  page: z.string().max(maxAddressLength),
});

const limits: AttemptLimits = { stallMs: 15_000, totalMs: 30_000, bodyBytes: 64 * 1024 };

/** Whether one version is newer than another; a prerelease is older than its release. */
export function isNewer(version: string, than: string): boolean {
  return gt(version, than);
}

/**
 * Requests the latest release from a URL once. Adds no header that identifies the caller. Rejects with the
 * codes of `attempt`, and with `RESPONSE_UNREADABLE` for a response without a release; no error repeats the
 * URL's query.
 */
export async function fetchRelease(
  context: { httpGet: HttpGet; clock: Clock },
  address: string,
  signal: AbortSignal,
): Promise<Release> {
  const caps = capsOf('GET', limits.bodyBytes);
  const { status, body } = await attempt(
    context,
    limits,
    { url: address, headers: {} },
    signal,
    (response, alive) => readBody(response, caps, alive),
  );
  if (status !== 200) throw unusableRelease('status', address, status);
  const release = validateRelease(body.content(), address);
  if (typeof release === 'string') throw unusableRelease(release, address, status);
  return release;
}

/** The release in a response, or why it has none. */
export function validateRelease(body: unknown, address: string): Release | RejectionReason {
  const result = releaseSchema.safeParse(body);
  if (!result.success) return 'shape';
  const version = parse(result.data.version)?.version;
  if (version === undefined) return 'version';
  const page = parseHttpsAddress(result.data.page);
  if (!page) return 'page';
  // Whoever set the URL trusts that host, and no other that a response may name.
  return page.origin === URL.parse(address)?.origin ? { version, page: page.href } : 'host';
}

/** `RESPONSE_UNREADABLE` with its reason, for the log. */
export function unusableRelease(
  reason: RejectionReason | 'status' | 'older',
  address: string,
  status?: number,
): AppError {
  const host = URL.parse(address)?.host ?? '';
  return new AppError('RESPONSE_UNREADABLE', `no release that can be used: ${reason}`, {
    values: { host, reason },
    ...(status !== undefined && { status }),
  });
}
