import { type NameSource, undated, undatedMark } from './name-fields.ts';
import type { NamePart } from './name-template.ts';
import { safeName } from './safe-name.ts';

/** One name of a path from its parts; parts without a value vanish with the separators beside them. `''` when nothing is left. */
export function renderName(parts: readonly NamePart[], source: NameSource): string {
  const pieces = parts.map((part) =>
    part.kind === 'text'
      ? { text: part.text, isSeparator: !/[\p{L}\p{N}]/u.test(part.text) }
      : { text: part.field.read(source).trim(), isSeparator: false },
  );
  let name = '';
  // Separators since the last piece with a value, and whether a piece without one stood among them.
  let between: string[] = [];
  let lostOne = false;
  for (const { text, isSeparator } of pieces) {
    if (isSeparator) between.push(text);
    else if (text === '') lostOne = true;
    else {
      name += joint(between, lostOne, name === '') + text;
      between = [];
      lostOne = false;
    }
  }
  if (!lostOne) name += between.join('');
  return name.replaceAll(repeatedlyUndated, undated);
}

const repeatedlyUndated = new RegExp(`${undatedMark}(?:[^\\p{L}\\p{N}]*${undatedMark})*`, 'gu');

function joint(between: readonly string[], lostOne: boolean, isFirst: boolean): string {
  if (!lostOne) return between.join('');
  if (isFirst) return '';
  // What stood around the missing part joins its neighbours once, without brackets that would stay open.
  const plain = between.map((separator) => separator.replace(/[()[\]{}]/g, '')).filter((text) => text !== '');
  return plain[0] ?? ' ';
}

/** The folders of a path from their parts; those that come out empty are left out. */
export function renderFolders(folders: readonly (readonly NamePart[])[], source: NameSource): string[] {
  return folders.map((parts) => safeName(renderName(parts, source))).filter((name) => name !== '');
}
