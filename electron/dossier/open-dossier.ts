import type { Handlers } from '../../shared/contract.ts';
import type { Settings } from '../../shared/model/settings.ts';
import { userRoleOf } from '../../shared/model/user-role.ts';
import type { ClientDirectory, Connections } from '../connections/index.ts';
import type { On } from '../ipc/index.ts';
import type { DossierDeps } from './deps.ts';
import { createDossier, type Dossier } from './dossier.ts';
import { type DossierCall, dossierHandlers } from './handlers.ts';

type Given = 'clients' | 'connectionIds' | 'userRole';

export interface DossierModuleDeps extends Omit<DossierDeps, Given> {
  clients: Pick<ClientDirectory, 'list'>;
  connections: Pick<Connections, 'places'>;
  settings(): Pick<Settings, 'office'>;
  on: On;
  reportError(what: string, error: unknown): void;
}

/** The module and its handlers. */
export interface DossierModule {
  dossier: Dossier;
  handlers: Pick<Handlers, DossierCall>;
}

/** Opens the module, which closes document requests as soon as a search run finds the documents. */
export function openDossier(deps: DossierModuleDeps): DossierModule {
  const { clients, connections, settings, on, reportError } = deps;
  const dossier = createDossier({
    ...deps,
    clients: clients.list,
    connectionIds: () => connections.places().map(({ id }) => id),
    userRole: () => userRoleOf(settings().office, clients.list()),
  });
  on('sweep.progress', ({ state }) => {
    if (state !== 'done') return;
    dossier.closeArrived().catch((error: unknown) => reportError('closing what has arrived', error));
  });
  return {
    dossier,
    handlers: dossierHandlers(dossier),
  };
}
