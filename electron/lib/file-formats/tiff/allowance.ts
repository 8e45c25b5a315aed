import type { Damaged, Unknown } from './directories.ts';

/** Limit for all pages: each chunk becomes a PDF object. */
const maxChunks = 20_000;
/** Limit of decoded samples in all pages, one byte each; ten A4 colour pages at 300 dpi have 260 million. */
const maxSampleBytes = 400_000_000;
/** Allowance beyond twice the file size, bytes: each chunk gets a copy of shared tables. */
const spareBytes = 16 * 1024 * 1024;

/** The remaining limits of a file, since many pages may refer to the same bytes. */
export interface Allowance {
  chunks: number;
  bytes: number;
  /** Decoded samples. */
  samples: number;
}

/** The limits of a whole file. */
export function allowanceOf(file: Buffer): Allowance {
  return { chunks: maxChunks, bytes: 2 * file.length + spareBytes, samples: maxSampleBytes };
}

/**
 * Takes from the remaining limits what one page needs. A page that needs more throws `error` and takes
 * nothing: the pages below may fit.
 */
export function spend(
  left: Allowance,
  limit: keyof Allowance,
  amount: number,
  error: Damaged | Unknown,
): void {
  if (amount > left[limit]) throw error;
  left[limit] -= amount;
}
