import type { UnreadReason } from '../../../shared/model/text-search.ts';

/** Letters of a longer word; shorter ones are often codes without a vowel. */
const longWords = /[A-Za-zÀ-ÿ]{4,}/g;
const vowel = /[aeiouyáéíóúàèìòùâêîôûäëïöüãõ]/i;
/** A page with fewer long words says too little about its fonts. */
const minWords = 20;
/** Of the long words of a Spanish or English page, nearly all have a vowel. */
const minShareWithVowel = 0.7;
/** Characters that stand for no letter: control, private use, replacement. */
const meaningless = /[\p{Cc}\p{Co}\ufffd]/gu;
const maxShareMeaningless = 0.2;

/**
 * Whether a text is made of letters as a person reads them. A font that does not say which letters it draws
 * gives control characters, characters of private use, or letters at random.
 */
export function isReadable(text: string): boolean {
  const written = text.replace(/\s+/g, '');
  const strange = written.match(meaningless)?.length ?? 0;
  if (strange > written.length * maxShareMeaningless) return false;
  const words = text.match(longWords) ?? [];
  if (words.length < minWords) return true;
  return words.filter((word) => vowel.test(word)).length >= words.length * minShareWithVowel;
}

/**
 * A page with fewer words says little beside its picture. A scan has up to thirty of its own: the header of a
 * fax, a page number, the name of an app, or what an electronic signature says.
 */
const minWordsOverPicture = 40;
/** Length of a text with that many words, and more, UTF-16 units. */
const maxShortLength = 1_000;
/** Share of a page that the picture of a scan covers at least. */
const minScanShare = 0.5;

/** Whether a text is so short that the pictures beside it may say more. */
export function isShortText(text: string): boolean {
  if (text.length > maxShortLength) return false;
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length < minWordsOverPicture;
}

/**
 * Why a page of a PDF needs OCR: it has no text, only one whose letters are no words, or a short one over the
 * picture of a scan. Undefined where its own text can be read. `pictureShare` is measured for short texts.
 */
export async function needsOcr(
  { text, isUnmapped }: { text: string; isUnmapped: boolean },
  pictureShare: () => Promise<number>,
): Promise<UnreadReason | undefined> {
  if (isUnmapped) return 'unmapped';
  if (!/[\p{L}\p{N}]/u.test(text)) return 'no-text';
  return isShortText(text) && (await pictureShare()) >= minScanShare ? 'no-text' : undefined;
}
