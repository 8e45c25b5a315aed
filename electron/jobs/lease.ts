import type { Clock } from '../host.ts';
import type { ProcessIdentity } from './process-identity.ts';

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
  clock: Pick<Clock, 'now' | 'elapsed'>;
  uuid(): string;
}

/** A process that holds nothing yet. */
export function createHolder(parts: HolderParts): Holder {
  const { clock, computer, processId, isAlive, startOf = () => '' } = parts;
  const owner = `${computer}/${processId}/${parts.uuid()}/${startOf(processId)}`;
  let lastAwake = clock.elapsed();
  let patientUntil = 0;

  /** Who has just slept does not know yet who else has: they get the time of a lease to renew theirs. */
  function noteAwake(): void {
    const now = clock.elapsed();
    if (now - lastAwake > leaseFor) patientUntil = now + leaseFor;
    lastAwake = now;
  }

  /** Whether another process of this computer lives; undefined where only its lease tells. */
  function lives(id: number, start: string): boolean | undefined {
    if (id === processId) return undefined;
    if (!isAlive(id)) return false;
    const current = start && startOf(id);
    // Stopped or asleep, it goes on with what it holds.
    return current ? current === start : undefined;
  }

  return {
    owner,
    until() {
      noteAwake();
      return clock.now() + leaseFor;
    },
    isElsewhere(held) {
      if (held.owner === '' || held.owner === owner) return false;
      noteAwake();
      const [where, id = '', _mark, start = ''] = held.owner.split('/');
      const known = where === computer ? lives(Number(id), start) : undefined;
      if (known !== undefined) return known;
      const left = held.leaseUntil - clock.now();
      // A lease from far in the future was written before the clock was set back.
      if (left > 2 * leaseFor) return false;
      return left > 0 || clock.elapsed() < patientUntil;
    },
  };
}
