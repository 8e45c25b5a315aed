import type { Clock } from '../host.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** How long a lease lasts without being renewed, and how often it is, ms. */
export const leaseFor = 20_000;
export const renewEvery = 5_000;

/** The lease of something in the store that one process works on at a time. */
export interface Lease {
  /** `''` for nobody. */
  owner: string;
  /** Milliseconds since 1970. */
  leaseUntil: number;
}

/**
 * This process as an owner of leases. Each lasts so long and is renewed well before, so that another takes
 * over what a dead process left.
 */
export interface LeaseOwner {
  /** Who this process is in the store. */
  readonly owner: string;
  /** Until when a lease taken now lasts, milliseconds since 1970. */
  until(): number;
  /** Whether somebody else works on something now. */
  isElsewhere(lease: Lease): boolean;
}

export interface LeaseOwnerDeps extends ProcessIdentity {
  clock: Pick<Clock, 'now' | 'elapsed'>;
  uuid(): string;
}

/** An owner without a lease yet. */
export function createLeaseOwner(parts: LeaseOwnerDeps): LeaseOwner {
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
    isElsewhere(lease) {
      if (lease.owner === '' || lease.owner === owner) return false;
      noteAwake();
      const [where, id = '', _mark, start = ''] = lease.owner.split('/');
      const known = where === computer ? lives(Number(id), start) : undefined;
      if (known !== undefined) return known;
      const left = lease.leaseUntil - clock.now();
      // A lease from far in the future was written before the clock was set back.
      if (left > 2 * leaseFor) return false;
      return left > 0 || clock.elapsed() < patientUntil;
    },
  };
}
