import type { CallName, Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { dayInSantiago } from '../../shared/model/dates.ts';
import type { DeliveryFile } from '../../shared/model/delivery.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { Deliveries } from './deliveries.ts';
import { createDragOut } from './drag-out.ts';
import { createGetFiles } from './get-files.ts';

/** The calls that this module handles. */
export type DeliveryCall = Extract<
  CallName,
  `handover.${string}` | 'file.open' | 'file.show' | 'carpeta.draft'
>;

/** The module's handlers. */
export function deliveryHandlers(deliveries: Deliveries): Pick<Handlers, DeliveryCall> {
  const { context } = deliveries;
  const { store, desktop, clock } = context;
  const files = createGetFiles(context, deliveries.closing);

  /** Only files that a delivery made, or downloaded documents: the renderer passes no paths. */
  async function pathOf(
    file: DeliveryFile | DocumentKey,
    fileOf: (document: DocumentKey) => Promise<string>,
  ): Promise<string> {
    if ('deliveryId' in file) {
      const { files } = await deliveries.get(file.deliveryId);
      const path = files[file.index];
      if (path !== undefined) return path;
      throw new AppError('HANDOVER_GONE', `a delivery has no file ${file.index}`);
    }
    return fileOf(file);
  }
  const dragOut = createDragOut(
    (file) => pathOf(file, context.fileOf),
    (paths) => desktop.startDrag(paths),
    () => clock.elapsed(),
  );

  return {
    'handover.papers': async (dispatch) => {
      const [found] = await store.dispatchesToDeliver([dispatch], dayInSantiago(clock.now()));
      return found?.documents ?? [];
    },
    'handover.merge': async (request) => ({ deliveryId: await deliveries.merge(request) }),
    'handover.zip': async (request) => ({ deliveryId: await deliveries.zip(request) }),
    'handover.readPackage': (request) => deliveries.readPackage(request),
    'handover.package': async (request) => ({ deliveryId: await deliveries.makePackage(request) }),
    'handover.list': () => deliveries.list(),
    'handover.cancel': async ({ id }) => deliveries.cancel(id),
    'handover.forget': ({ id }) => deliveries.forget(id),
    'handover.fetch': ({ documents }) => files.get(documents),
    'file.open': async (document) => desktop.openFile(await files.file(document)),
    'file.show': async (document) => desktop.showInFolder(await files.file(document)),
    'handover.open': async (file) => desktop.openFile(await pathOf(file, files.file)),
    'handover.show': async (file) => desktop.showInFolder(await pathOf(file, files.file)),
    'handover.print': async (file) => desktop.printFile(await pathOf(file, files.file)),
    'handover.prepareDrag': ({ files }) => dragOut.prepare(files),
    'handover.drag': async ({ files }) => dragOut.start(files),
    'carpeta.draft': (draft) => deliveries.openDraft(draft),
  };
}
