import type {
  MergeRequest,
  PackageReading,
  PackageRequest,
  PackageText,
  ZipRequest,
} from '../../shared/model/delivery.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { diskError } from '../lib/fs-errors.ts';
import type { DossierDeps } from './deps.ts';
import { createPackages } from './inspection-package.ts';
import { createLists, type Lists } from './lists.ts';
import { createMerging } from './merging.ts';
import { createPacking } from './packing.ts';
import { createDeliveries, type Deliveries } from './running-deliveries.ts';
import { createWorkshop } from './workshop.ts';

/** Dossiers: expected, missing and requested documents, matches and findings; and deliveries. */
export interface Dossier extends Lists {
  readonly deps: DossierDeps;
  readonly deliveries: Deliveries;
  /** Begins a delivery and returns its id. Rejects with `FOLDER_GONE` or `FOLDER_UNWRITABLE`. */
  merge(request: MergeRequest): Promise<string>;
  zip(request: ZipRequest): Promise<string>;
  readPackage(request: PackageText): Promise<PackageReading>;
  makePackage(request: PackageRequest): Promise<string>;
  /** Aborts, with a reason, when the module closes. */
  readonly closing: AbortSignal;
  close(): Promise<void>;
}

export function createDossier(deps: DossierDeps): Dossier {
  const workshop = createWorkshop(deps.startWorker);
  const deliveries = createDeliveries(deps);
  const merge = createMerging(deps, workshop);
  const pack = createPacking(deps, workshop, deliveries);
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
    ...createLists(deps, deliveries, packages.read),
    deps,
    deliveries,
    merge: async (request) =>
      deliveries.begin('merge', await ready(request.folder), (delivery) => merge(request, delivery)),
    zip: async (request) =>
      deliveries.begin('zip', await ready(request.folder), (delivery) => pack(request, delivery)),
    readPackage: packages.read,
    makePackage: async (request) =>
      deliveries.begin('package', await ready(request.folder), (delivery) =>
        packages.make(request, delivery),
      ),
    closing: closing.signal,
    close: () => {
      closing.abort();
      return deliveries.close();
    },
  };
}
