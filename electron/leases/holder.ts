import type { Clock } from '../host.ts';
import type { ProcessIdentity } from './this-process.ts';

/** How long a lease lasts without being renewed, and how often it is, ms. */
export const leaseFor = 20_000;
export const renewEvery = 5_000;

/** Something in the store that one process works on at a time. */
export interface Held {
  /** `''` for nobody. */
  owner: string;
  /** Milliseconds since 1970. */
  leaseUntil: number;
}

/** This process as one that holds things in the store: for so long, renewed well before, so that another may take over what a dead one left. */
export interface Holder {
  /** Who this process is in the store. */
  readonly owner: string;
  /** Until when a lease taken now lasts, milliseconds since 1970. */
  until(): number;
  /** Whether somebody else works on something now. */
  isElsewhere(held: Held): boolean;
}

export interface HolderParts extends ProcessIdentity {
  clock: Pick<Clock, 'now'>;
  uuid(): string;
}

/** A process that holds nothing yet. */
export function createHolder({ clock, uuid, computer, processId, isAlive }: HolderParts): Holder {
  const owner = `${computer}/${processId}/${uuid()}`;
  return {
    owner,
    until: () => clock.now() + leaseFor,
    isElsewhere(held) {
      if (held.owner === '' || held.owner === owner) return false;
      if (held.leaseUntil <= clock.now()) return false;
      // A lease from far in the future was written before the clock was set back.
      if (held.leaseUntil > clock.now() + 2 * leaseFor) return false;
      const [where, id = ''] = held.owner.split('/');
      return where !== computer || Number(id) === processId || isAlive(Number(id));
    },
  };
}
