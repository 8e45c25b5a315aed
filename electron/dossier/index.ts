import { compositeKey } from '../../shared/composite-key.ts';
import type { Handlers } from '../../shared/contract.ts';
import { groupKey } from '../../shared/dossier/expectation-rule.ts';
import type { DossierExport } from '../../shared/lists/list-export.ts';
import type { MissingDocument, MissingKey } from '../../shared/model/dossier.ts';
import { userRoleOf } from '../../shared/model/user-role.ts';
import type { AppContext } from '../app-context.ts';
import type { ClientDirectory, Connections } from '../connections/index.ts';
import { withClientNames } from '../database/index.ts';
import { ClientMonths, type ClientMonthsContext, monthHandlers } from './client-months.ts';
import { asMailText } from './document-request-messages.ts';
import { Dossier, type DossierContext } from './dossier.ts';
import { listHandlers, rowsToSave } from './lists.ts';
import { paymentHandlers } from './payment-handlers.ts';
import { createReadRegisterWorkbook } from './read-register-workbook.ts';

export type { MonthRequest } from './client-months.ts';
export { ClientMonths, Dossier, type DossierContext, rowsToSave };

/** What dossiers take from the app's other modules. */
interface DossierOptions
  extends Pick<DossierContext, 'saveTable' | 'saveWorkbook'>,
    Pick<ClientMonthsContext, 'writeWorkbook' | 'safeName' | 'readRules'> {
  deliveries: DossierContext['deliveries'] & ClientMonthsContext['deliveries'];
  clients: Pick<ClientDirectory, 'list'>;
  connections: Pick<Connections, 'summaries'>;
}

/** Creates the dossiers, which close document requests as soon as a search run finds the documents. */
export function createDossier(
  context: Pick<
    AppContext,
    | 'store'
    | 'clock'
    | 'uuid'
    | 'startWorker'
    | 'desktop'
    | 'emit'
    | 'on'
    | 'settings'
    | 'translatorNow'
    | 'reportError'
  >,
  { clients, connections, deliveries, saveTable, saveWorkbook, ...writing }: DossierOptions,
) {
  const { store, clock, uuid, startWorker, desktop, emit, on, settings, reportError } = context;
  const complete: DossierContext = {
    store,
    clock,
    uuid,
    startWorker,
    desktop,
    clients: () => clients.list(),
    connectionIds: () => connections.summaries().map(({ id }) => id),
    agencyEmail: (connectionId) => connections.summaries().find(({ id }) => id === connectionId)?.email ?? '',
    userRole: () => userRoleOf(settings().office, clients.list()),
    deliveries,
    saveTable,
    saveWorkbook,
    onCounted: (counts) => {
      store
        .saveMissingCounts(counts, isoNow(clock))
        .catch((error: unknown) => reportError('storing counts of missing documents', error));
    },
    onArrived: (requests) => emit('dossier.requestsArrived', { requests }),
  };
  const dossier = new Dossier(complete);
  on('search.progress', ({ state }) => {
    if (state !== 'done') return;
    dossier.closeArrived().catch((error: unknown) => reportError('closing arrived requests', error));
  });
  const months = new ClientMonths({
    ...context,
    ...writing,
    deliveries,
    clients: () => clients.list(),
    connections: () => connections.summaries(),
  });
  return {
    months,
    rowsToSave: (list: DossierExport) => rowsToSave(complete, dossier, list),
    handlers: { ...dossierHandlers(complete, dossier), ...monthHandlers(months) },
  };
}

/** The module's handlers. */
export function dossierHandlers(context: DossierContext, dossier: Dossier) {
  return {
    'home.view': () => dossier.readHome(),
    ...listHandlers(context, dossier),
    ...expectationHandlers(context, dossier),
    ...requestHandlers(context, dossier),
    ...reviewHandlers(context, dossier),
    ...paymentHandlers(context, dossier),
  } satisfies Partial<Handlers>;
}

/** Expected documents, and what is known of dispatches. */
function expectationHandlers({ store, clock }: DossierContext, dossier: Dossier) {
  return {
    'dossier.expectations': async ({ scope }) =>
      store.listExpectations(await dossier.storedScope(scope), dossier.today()),
    'dossier.setExpectations': async ({ group, types }) => {
      const scope = { connectionIds: [group.connectionId], ruts: [group.rut] };
      const groups = await store.listExpectations(scope, dossier.today());
      const known = groups.find((one) => groupKey(one.group) === groupKey(group))?.types ?? [];
      const decisions = types.map(({ type, isExpected }) => {
        const { seen = 0, of = 0 } = known.find((one) => one.type === type) ?? {};
        return { type, isExpected, seen, of, at: isoNow(clock) };
      });
      await store.decideTypes(group, decisions);
    },
    'dossier.resetExpectations': ({ group, types }) => store.undecideTypes(group, types),
    'dossier.incomplete': async ({ scope, ...query }) =>
      store.listPartial({ ...query, scope: await dossier.storedScope(scope) }, dossier.today()),
    'dossier.known': async ({ scope }) => store.countKnown(await dossier.storedScope(scope)),
  } satisfies Partial<Handlers>;
}

/** Requests for missing documents, and messages that make them. */
function requestHandlers({ store, uuid, desktop, clients }: DossierContext, dossier: Dossier) {
  return {
    'dossier.saveRequests': async (request) => {
      const ids = request.missingDocuments.map(uuid);
      await store.insertDocumentRequests(request, ids);
      return { ids };
    },
    'dossier.changeRequest': (request) => store.changeDocumentRequest(request),
    'dossier.removeRequests': ({ ids }) => store.removeDocumentRequests(ids),
    'dossier.messages': async ({ scope, language, missingDocuments, ...query }) => {
      await dossier.closeArrived();
      const window = withClientNames({ ...query, offset: 0, limit: 1_000_000 }, clients);
      const { rows } = await store.listMissingDocuments(
        await dossier.storedScope(scope),
        window,
        dossier.today(),
      );
      const selected = missingDocuments ? selectedDocuments(rows, missingDocuments) : rows;
      return dossier.messages(selected, language);
    },
    'dossier.mail': ({ to, subject, body }) =>
      desktop.composeMail({
        to: to?.toWellFormed(),
        subject: subject.toWellFormed(),
        body: asMailText(body),
      }),
  } satisfies Partial<Handlers>;
}

/** What a person decides in review: retention dates, findings, agencies' RUTs, purchase registers. */
function reviewHandlers(context: DossierContext, dossier: Dossier) {
  const { store, clock, startWorker } = context;
  return {
    'dossier.setRetention': ({ until, note, ...folder }) =>
      store.setRetention(folder, until === undefined ? undefined : { until, note }, isoNow(clock)),
    'dossier.note': async (dispatch) => ({ note: await store.getDispatchNote(dispatch) }),
    'dossier.setNote': ({ note, ...dispatch }) => store.setDispatchNote(dispatch, note, isoNow(clock)),
    'dossier.pins': () => store.listPins(),
    'dossier.setPin': ({ isPinned, ...pin }) => store.setPin(pin, isPinned, isoNow(clock)),
    'dossier.dismissFinding': ({ finding, connectionId, note }) =>
      store.dismissFinding(finding, connectionId, note, isoNow(clock)),
    'dossier.restoreFinding': ({ finding }) => store.restoreFinding(finding),
    'dossier.agencyRut': async ({ connectionId }) => {
      const set = await store.agencyRut(connectionId);
      const derived = await store.derivedAgencyRut(connectionId);
      return { ...(set !== undefined && { set }), ...(derived !== undefined && { derived }) };
    },
    'dossier.setAgencyRut': ({ connectionId, rut }) => store.setAgencyRut(connectionId, rut),
    ...createReadRegisterWorkbook(startWorker),
    'dossier.reconcile': (query) => dossier.reconcile(query),
  } satisfies Partial<Handlers>;
}

function isoNow(clock: DossierContext['clock']): string {
  return new Date(clock.now()).toISOString();
}

/** Those of the missing documents that are selected by their keys. */
function selectedDocuments(
  missingDocuments: readonly MissingDocument[],
  keys: readonly MissingKey[],
): MissingDocument[] {
  const keyOf = ({ connectionId, number, type }: MissingKey) => compositeKey(connectionId, number, type);
  const selected = new Set(keys.map(keyOf));
  return missingDocuments.filter((one) => selected.has(keyOf(one)));
}
