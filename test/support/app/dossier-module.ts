import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Store } from '../../../electron/database/index.ts';
import {
  Deliveries,
  type DeliveryContext,
  deliveryHandlers,
  type FetchRequest,
} from '../../../electron/deliveries/index.ts';
import { createMailDrafts } from '../../../electron/deliveries/mail-drafts.ts';
import {
  Dossier,
  type DossierContext,
  dossierHandlers,
  rowsToSave,
} from '../../../electron/dossier/index.ts';
import { createFolderIndex, planNames, safeName } from '../../../electron/downloads/index.ts';
import type { GridRow, TableExport, Worksheet } from '../../../electron/exports/index.ts';
import { createTranslator } from '../../../electron/i18n/translator.ts';
import { startWorker, systemClock } from '../../../electron/platform/terminal/index.ts';
import { readDispatchList } from '../../../electron/search/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DossierExport } from '../../../shared/lists/list-export.ts';
import type { Client, Connection } from '../../../shared/model/connection.ts';
import type { Delivery } from '../../../shared/model/delivery.ts';
import type { DocumentRequest } from '../../../shared/model/dossier.ts';
import type { MissingCounts } from '../../../shared/model/home.ts';
import type { UserRole } from '../../../shared/model/user-role.ts';
import { temporaryStore } from '../database/store.ts';
import { temporaryFolder } from '../disk/temporary-folder.ts';
import { acme } from '../samples/documents.ts';
import { agency } from '../samples/stored-folders.ts';

const connection: Connection = {
  id: agency,
  name: 'Agencia Faro',
  baseUrl: 'https://servicio.example',
  agency: 'AG-77',
  isPractice: false,
  key: { kind: 'missing' },
  isManaged: false,
  email: 'documentos@faro.example',
};

/** Both modules over a real store, real files and real processes, and what they asked of the app. */
export interface DossierModule {
  dossier: Dossier;
  deliveries: Deliveries;
  handlers: ReturnType<typeof dossierHandlers> & ReturnType<typeof deliveryHandlers>;
  /** The path of a document's file, where it is on this computer. */
  fileOf: DeliveryContext['fileOf'];
  store: Store;
  /** What was asked of the app: the action, then its input. */
  desktopCalls: [action: string, input: unknown][];
  /** Files that were marked as from outside, with the name that they had then. */
  marked: { path: string; inode: number }[];
  tables: TableExport[];
  /** The rows of a list to save. */
  rowsToSave(request: DossierExport): Promise<readonly GridRow[]>;
  workbooks: { name: string; worksheets: readonly Worksheet[] }[];
  /** What was to be fetched first; nothing of it comes. */
  fetches: FetchRequest[];
  arrived: DocumentRequest[];
  /** The counts of missing documents that were made. */
  counted: MissingCounts[];
  /** Every progress that was told. */
  emitted: Delivery[];
  /** A delivery once it has ended. */
  ended(id: string): Promise<Delivery>;
  close(): Promise<void>;
}

export async function openModule(
  args: Partial<Omit<DeliveryContext, 'clients'>> & {
    clients?: Client[];
    today?: string;
    userRole?: () => UserRole;
  } = {},
): Promise<DossierModule> {
  const { clients = [], today = '2026-11-20', userRole = () => 'agency', ...context } = args;
  const { store, remove } = await temporaryStore();
  const module: Pick<
    DossierModule,
    'desktopCalls' | 'marked' | 'tables' | 'workbooks' | 'fetches' | 'arrived' | 'counted' | 'emitted'
  > = {
    desktopCalls: [],
    marked: [],
    tables: [],
    workbooks: [],
    fetches: [],
    arrived: [],
    counted: [],
    emitted: [],
  };
  const action = (name: string) => async (value: unknown) => void module.desktopCalls.push([name, value]);
  const now = Date.parse(`${today}T15:00:00.000Z`);
  let ids = 0;
  const uuid = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  const waiting = new Map<string, (delivery: Delivery) => void>();
  const ended = new Map<string, Delivery>();
  const namer = {
    clientName: ({ rut }: { rut: string }) => clients.find((one) => one.rut === rut)?.name ?? rut,
    agencyName: () => connection.name,
  };
  const complete: DeliveryContext = {
    store,
    clock: { now: () => now, elapsed: systemClock.elapsed, sleep: systemClock.sleep },
    uuid,
    translatorNow: () => createTranslator('es-CL'),
    clients: () => clients,
    readRules: () => (rut) => ({ email: clients.find((one) => one.rut === rut)?.email ?? '' }),
    agencyName: () => connection.name,
    desktop: {
      openFile: action('open'),
      showInFolder: action('show'),
      printFile: action('print'),
      markAsForeign: async (path) => void module.marked.push({ path, inode: statSync(path).ino }),
      startDrag: (paths) => void module.desktopCalls.push(['drag', paths]),
    },
    drafts: createMailDrafts({
      folder: temporaryFolder('drafts'),
      clock: { now: () => now },
      uuid,
    }),
    printFolder: temporaryFolder('print'),
    safeName,
    startWorker,
    readList: (text) => readDispatchList(store, text, clients),
    flushIndex: async () => undefined,
    folderIndex: createFolderIndex({
      clock: { ...systemClock, now: () => now },
      uuid,
      connections: () => [connection],
    }),
    fileOf: async (key) => {
      const [{ path = '' } = {}] = await store.documentsToDeliver([key]);
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      if (!isThere) throw new AppError('DOCUMENT_NOT_HERE', 'not here');
      return path;
    },
    planNames: (...args) => planNames({ store, namer }, ...args),
    fetcher: {
      fetch: async (request, { onProgress }) => {
        module.fetches.push(request);
        onProgress({ batchIds: ['batch-1'], done: 0, of: request.documents.length });
        return () => undefined;
      },
      cancel: async () => undefined,
    },
    emit: (_, payload) => {
      module.emitted.push(payload);
      if (payload.state === 'running') return;
      ended.set(payload.id, payload);
      waiting.get(payload.id)?.(payload);
    },
    ...context,
  };
  const deliveries = new Deliveries(complete);
  const dossierContext: DossierContext = {
    store: context.store ?? store,
    clock: { now: () => now },
    uuid,
    startWorker,
    userRole,
    clients: () => clients,
    connectionIds: () => [connection.id],
    agencyEmail: (id) => (id === connection.id ? (connection.email ?? '') : ''),
    desktop: { composeMail: action('mail') },
    deliveries,
    saveTable: async (table) => {
      module.tables.push(table);
      return { path: '/saved' };
    },
    saveWorkbook: async (name, worksheets) => {
      module.workbooks.push({ name, worksheets });
      return { path: '/saved' };
    },
    onCounted: (counts) => void module.counted.push(counts),
    onArrived: (requests) => void module.arrived.push(...requests),
  };
  const dossier = new Dossier(dossierContext);
  return {
    ...module,
    dossier,
    deliveries,
    handlers: { ...dossierHandlers(dossierContext, dossier), ...deliveryHandlers(complete, deliveries) },
    rowsToSave: (request) => rowsToSave(dossierContext, dossier, request),
    fileOf: complete.fileOf,
    store,
    ended: (id) => {
      const done = ended.get(id);
      if (done) return Promise.resolve(done);
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: async () => {
      await deliveries.close();
      await remove();
    },
  };
}

export const acmeClient: Client = { rut: acme, name: 'ACME Ltda.', email: 'ana@acme.example', folder: '' };
