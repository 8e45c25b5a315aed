import type { TFunction } from 'i18next';
import type { HandedLine } from '../../../shared/carpeta/handed-lines.ts';
import type { Handover, PackageReading, PackedSummary } from '../../../shared/model/handover.ts';
import { formatCount } from '../../ui/format.ts';
import { type Coming, comingWords } from './coming.ts';

type T = TFunction<'handover'>;

/** What a hand-over is, in a few words: its kind and, where there is one, its only dispatch. */
export function handoverTitle({ kind, dispatches }: Pick<Handover, 'kind' | 'dispatches'>, t: T): string {
  const [only] = dispatches.length === 1 ? dispatches : [];
  return only ? t(`titleOne.${kind}`, { number: only.number }) : t(`titleOf.${kind}`);
}

/** How a hand-over stands, in one line; `coming` is what has become of what its package has fetched. */
export function handoverStanding(handover: Handover, t: T, coming?: Coming): string {
  const { state, done, of, files, packed, dispatches } = handover;
  if (state === 'running')
    return of === 0
      ? t('state.starting')
      : t('state.running', { done: formatCount(done), of: formatCount(of) });
  if (packed) {
    return [
      !isAllComing(packed) && t('packedShort', { count: packed.added, shown: formatCount(packed.added) }),
      ...(coming ? comingWords(coming, t) : []),
      coming && coming.withoutFile > 0 && t('packed.withoutFile', { count: coming.withoutFile }),
      packed.notFound.length > 0 && t('packed.notFound', { count: packed.notFound.length }),
    ]
      .filter(Boolean)
      .join(' · ');
  }
  const beside = dispatches.reduce((sum, one) => sum + one.beside.length, 0);
  return [
    t(`state.${state}`),
    t('files', { count: files.length, shown: formatCount(files.length) }),
    beside > 0 && t('beside', { count: beside }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether a hand-over has all that was meant to be in it. */
export function isWhole({ state, packed }: Handover, coming?: Coming): boolean {
  return state === 'done' && !packed?.notFound.length && !(coming?.kind === 'over' && coming.notCame > 0);
}

/** Whether nothing of a package was on this computer: all of it comes by a download. */
export function isAllComing({ added, batchId, notDownloaded }: PackedSummary): boolean {
  return added === 0 && batchId !== undefined && notDownloaded.length > 0;
}

/** The name of a file without its folders, on any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Where a paper stands in words: its pages in the merged file, or where its copy is. */
export function placeWords({ page, pages, path }: HandedLine, t: T): string {
  if (page !== undefined && pages !== undefined) return t('pages', { page, count: pages });
  return path === undefined ? '' : fileName(path);
}

/** What a pasted list means, in numbers. */
export function readingWords({ found, notFound, unreadable }: PackageReading, t: T): string {
  return [
    t('found', { count: found.length }),
    notFound.length > 0 && t('notFound', { count: notFound.length }),
    unreadable.length > 0 && t('unreadable', { count: unreadable.length }),
  ]
    .filter(Boolean)
    .join(' · ');
}
