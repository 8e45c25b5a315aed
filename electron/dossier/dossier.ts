import type {
  MergeRequest,
  PackageReading,
  PackageRequest,
  PackageText,
  ZipRequest,
} from '../../shared/model/delivery.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { diskError } from '../lib/fs-errors.ts';
import type { CarpetaDeps } from './deps.ts';
import { createHandovers, type Handovers } from './handovers.ts';
import { createPackages } from './inspection-package.ts';
import { createLists, type Lists } from './lists.ts';
import { createMerging } from './merging.ts';
import { createPacking } from './packing.ts';
import { createWorkshop } from './workshop.ts';

/** Complete folders: what is expected, missing, asked for, matched, odd; and what is handed over. */
export interface Carpeta extends Lists {
  readonly deps: CarpetaDeps;
  readonly handovers: Handovers;
  /** Begins a hand-over and gives its id. Rejects with `FOLDER_GONE` or `FOLDER_UNWRITABLE`. */
  merge(request: MergeRequest): Promise<string>;
  zip(request: ZipRequest): Promise<string>;
  readPackage(request: PackageText): Promise<PackageReading>;
  makePackage(request: PackageRequest): Promise<string>;
  /** Ends, with a reason, when the room closes. */
  readonly closing: AbortSignal;
  close(): Promise<void>;
}

export function createCarpeta(deps: CarpetaDeps): Carpeta {
  const workshop = createWorkshop(deps.startWorker);
  const handovers = createHandovers(deps);
  const merge = createMerging(deps, workshop);
  const pack = createPacking(deps, workshop, handovers);
  const packages = createPackages(deps);
  const closing = new AbortController();

  async function ready(folder: string): Promise<string> {
    try {
      await ensureFolder(folder);
      return folder;
    } catch (error) {
      throw diskError(error);
    }
  }

  return {
    ...createLists(deps, handovers, packages.read),
    deps,
    handovers,
    merge: async (request) =>
      handovers.begin('merge', await ready(request.folder), (handover) => merge(request, handover)),
    zip: async (request) =>
      handovers.begin('zip', await ready(request.folder), (handover) => pack(request, handover)),
    readPackage: packages.read,
    makePackage: async (request) =>
      handovers.begin('package', await ready(request.folder), (handover) => packages.make(request, handover)),
    closing: closing.signal,
    close: () => {
      closing.abort();
      return handovers.close();
    },
  };
}
