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
