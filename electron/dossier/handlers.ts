import { compositeKey } from '../../shared/composite-key.ts';
import type { CallName, Handlers } from '../../shared/contract.ts';
import { groupKey } from '../../shared/dossier/expected-documents.ts';
import type { MissingDocument, MissingKey } from '../../shared/model/dossier.ts';
import { withClientNames } from '../database/index.ts';
import type { Dossier } from './dossier.ts';
import { asMailText } from './messages.ts';

/** The calls that this module handles. */
export type DossierCall = Exclude<Extract<CallName, `carpeta.${string}`>, 'carpeta.draft'>;

/** The module's handlers. */
export function dossierHandlers(dossier: Dossier): Pick<Handlers, DossierCall> {
  const { deps, today, closeArrived, within } = dossier;
  const { store, uuid, clock, desktop, clients } = deps;
  const now = () => new Date(clock.now()).toISOString();

  return {
    'carpeta.expectations': async ({ scope }) => store.listExpectations(await within(scope), today()),
    'carpeta.decide': async ({ group, types }) => {
      const scope = { connectionIds: [group.connectionId], ruts: [group.rut] };
      const groups = await store.listExpectations(scope, today());
      const known = groups.find((one) => groupKey(one.group) === groupKey(group))?.types ?? [];
      const decisions = types.map(({ type, isExpected }) => {
        const { seen = 0, of = 0 } = known.find((one) => one.type === type) ?? {};
        return { type, isExpected, seen, of, at: now() };
      });
      await store.decideTypes(group, decisions);
    },
    'carpeta.undecide': ({ group, types }) => store.undecideTypes(group, types),
    'carpeta.matrix': async ({ scope, ...window }) =>
      store.getMatrix(await within(scope), withClientNames(window, clients), today()),
    'carpeta.gaps': async ({ scope, ...window }) => {
      await closeArrived();
      return store.listMissingDocuments(await within(scope), withClientNames(window, clients), today());
    },
    'carpeta.partial': async ({ scope, ...query }) =>
      store.listPartial({ ...query, scope: await within(scope) }, today()),
    'carpeta.known': async ({ scope }) => store.countKnown(await within(scope)),
    'carpeta.ask': async (ask) => {
      await store.noteAsked(ask, ask.missingDocuments.map(uuid));
    },
    'carpeta.chases': async ({ connectionIds, ruts, ...window }) => {
      await closeArrived();
      return store.listDocumentRequests({ connectionIds, ruts }, withClientNames(window, clients));
    },
    'carpeta.changeChase': (request) => store.changeDocumentRequest(request),
    'carpeta.removeChases': ({ ids }) => store.removeDocumentRequests(ids),
    'carpeta.messages': async ({ scope, language, missingDocuments, ...asked }) => {
      await closeArrived();
      const filter = { ...asked, offset: 0, limit: 1_000_000 };
      const { rows } = await store.listMissingDocuments(await within(scope), filter, today());
      return dossier.messages(missingDocuments ? selectedGaps(rows, missingDocuments) : rows, language);
    },
    'carpeta.mail': ({ to, subject, body }) =>
      desktop.composeMail({
        to: to?.toWellFormed(),
        subject: subject.toWellFormed(),
        body: asMailText(body),
      }),
    'carpeta.folders': async ({ scope, ...window }) =>
      store.listClosedDispatches(await within(scope), withClientNames(window, clients), today()),
    'carpeta.setKeepUntil': ({ until, note, ...folder }) =>
      store.setRetention(folder, until === undefined ? undefined : { until, note }, now()),
    'carpeta.payments': async ({ scope, ...window }) =>
      store.listPayments(await within(scope), withClientNames(window, clients), today()),
    'carpeta.findings': async ({ scope, ...window }) =>
      store.listFindings(await within(scope), window, today()),
    'carpeta.dismiss': ({ finding, connectionId, note }) =>
      store.dismissFinding(finding, connectionId, note, now()),
    'carpeta.restore': ({ finding }) => store.restoreFinding(finding),
    'carpeta.agencyRut': async ({ connectionId }) => {
      const [set, derived] = [
        await store.agencyRut(connectionId),
        await store.derivedAgencyRut(connectionId),
      ];
      return { ...(set !== undefined && { set }), ...(derived !== undefined && { derived }) };
    },
    'carpeta.setAgencyRut': ({ connectionId, rut }) => store.setAgencyRut(connectionId, rut),
    'carpeta.reconcile': ({ text, connectionIds }) => dossier.reconcile(text, connectionIds),
    'carpeta.export': (request) => dossier.save(request),
  };
}

function selectedGaps(
  missingDocuments: readonly MissingDocument[],
  keys: readonly MissingKey[],
): MissingDocument[] {
  const gapKey = ({ connectionId, number, type }: MissingKey) => compositeKey(connectionId, number, type);
  const keySet = new Set(keys.map(gapKey));
  return missingDocuments.filter((missingDocument) => keySet.has(gapKey(missingDocument)));
}
