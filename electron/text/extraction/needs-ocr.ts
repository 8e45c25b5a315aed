import type { UnreadReason } from '../../../shared/model/text-search.ts';

/**
 * Why a page of a PDF needs OCR: it has no text, or only one whose letters are no words. Undefined where its
 * own text can be read.
 */
export function needsOcr({
  text,
  isUnmapped,
}: {
  text: string;
  isUnmapped: boolean;
}): UnreadReason | undefined {
  if (isUnmapped) return 'unmapped';
  return /[\p{L}\p{N}]/u.test(text) ? undefined : 'no-text';
}
