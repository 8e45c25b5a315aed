import type { TFunction } from 'i18next';
import type { DeliveredLine } from '../../../shared/dossier/delivered-lines.ts';
import type { Delivery, PackageReading, PackedSummary } from '../../../shared/model/delivery.ts';

type T = TFunction<'deliveries'>;

/** The short title of a delivery: its kind and, if there is only one, its dispatch. */
export function deliveryTitle({ kind, dispatches }: Pick<Delivery, 'kind' | 'dispatches'>, t: T): string {
  const [only] = dispatches.length === 1 ? dispatches : [];
  return only && kind !== 'unknown' ? t(`titleOne.${kind}`, { number: only.number }) : t(`titleOf.${kind}`);
}

/** The status of a delivery, in one line. */
export function deliveryStatus(delivery: Delivery, t: T): string {
  const { state, files, packed, dispatches, lacking: undelivered } = delivery;
  if (state === 'running') return runningLabel(delivery, t);
  const beside = dispatches.reduce((sum, one) => sum + one.beside.length, 0);
  const isIncomplete = state === 'done' && undelivered !== undefined;
  return [
    isIncomplete && t('incomplete', { count: undelivered.count, of: undelivered.of }),
    ...(state === 'done' && packed
      ? [
          t('packedShort', { count: packed.added }),
          ...(fetchedLater(packed) ? [t('packed.asked', { count: packed.notDownloaded.length })] : []),
          packed.notFound.length > 0 && t('packed.notFound', { count: packed.notFound.length }),
        ]
      : [
          !isIncomplete && t(`state.${state}`),
          t('files', { count: files.length }),
          beside > 0 && t('beside', { count: beside }),
        ]),
  ]
    .filter(Boolean)
    .join(' · ');
}

function runningLabel({ done, of, fetching }: Delivery, t: T): string {
  if (fetching) {
    const key =
      fetching.pausedWhy === undefined
        ? 'fetching'
        : fetching.pausedWhy === 'offline'
          ? 'fetchWaits'
          : 'fetchPaused';
    return t(`state.${key}`, { done: fetching.done, of: fetching.of });
  }
  if (of === 0) return t('state.starting');
  return t('state.running', { done, of });
}

/** Whether a delivery contains all its documents. */
export function isWhole({ state, packed, lacking: undelivered }: Delivery): boolean {
  return state === 'done' && !undelivered && !packed?.notFound.length && !(packed && fetchedLater(packed));
}

/** Whether a package of an earlier version left its missing documents to a later batch. */
export function fetchedLater({ batchId, notDownloaded }: PackedSummary): boolean {
  return batchId !== undefined && notDownloaded.length > 0;
}

/** A file name without its folders, on any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** The location of a document as text: its pages in the merged file, or the path of its copy. */
export function locationText({ page, pages, path }: DeliveredLine, t: T): string {
  if (page !== undefined && pages !== undefined) return t('pages', { page, count: pages });
  return path === undefined ? '' : fileName(path);
}

/** The counts of a parsed list. */
export function readingLabel({ found, notFound, unreadable }: PackageReading, t: T): string {
  const unknown = notFound.filter(({ asked }) => asked === undefined).length;
  return [
    t('found', { count: found.length }),
    unknown < notFound.length && t('notFound', { count: notFound.length - unknown }),
    unknown > 0 && t('notAskedYet', { count: unknown }),
    unreadable.length > 0 && t('unreadable', { count: unreadable.length }),
  ]
    .filter(Boolean)
    .join(' · ');
}
