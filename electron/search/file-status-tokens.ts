import { fileStatuses } from '../../shared/model/file-status.ts';
import { fold } from '../../shared/without-accents.ts';
import type { FileStatusToken } from '../database/index.ts';
import { createTranslator, type Language } from '../i18n/index.ts';

/** Minimum letters to match a part of a label: shorter tokens are part of too many. */
const leastPart = 3;

/**
 * The file statuses that a folded filter token means, by their labels in the current language. A token may be
 * part of a label; a short one must be a whole word of it.
 */
export function createFileStatusTokens(language: () => Language): (word: string) => FileStatusToken[] {
  const labels = new Map<Language, readonly (readonly [FileStatusToken, string])[]>();

  function labelsNow(): readonly (readonly [FileStatusToken, string])[] {
    const now = language();
    const known = labels.get(now) ?? labelsIn(now);
    labels.set(now, known);
    return known;
  }

  return (word) => {
    const isSaid = (label: string) =>
      word.length < leastPart ? label.split(' ').includes(word) : label.includes(word);
    return labelsNow().flatMap(([file, label]) => (isSaid(label) ? [file] : []));
  };
}

function labelsIn(language: Language): readonly (readonly [FileStatusToken, string])[] {
  const { t } = createTranslator(language);
  return [
    ...fileStatuses.map((status) => [status, fold(t(`grid:file.${status}`))] as const),
    ['inactive', fold(t('grid:inactive'))],
  ];
}
