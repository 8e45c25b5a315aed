import type { Events } from '../../shared/contract.ts';
import type { Client } from '../../shared/model/connection.ts';
import type { UserRole } from '../../shared/model/user-role.ts';
import type { Store } from '../database/index.ts';
import type { Deliveries } from '../deliveries/index.ts';
import type { SaveTable } from '../exports/index.ts';
import type { Clock, Desktop } from '../host.ts';

/** What the module needs of the app. */
export interface DossierDeps {
  store: Store;
  clock: Pick<Clock, 'now'>;
  uuid(): string;
  clients(): readonly Client[];
  /** The agencies that can receive requests. */
  connectionIds(): readonly string[];
  userRole(): UserRole;
  desktop: Pick<Desktop, 'composeMail'>;
  deliveries: Pick<Deliveries, 'get' | 'readPackage'>;
  saveTable: SaveTable;
  emit(event: 'carpeta.arrived', payload: Events['carpeta.arrived']): void;
}
