import type { Clock } from '../host.ts';
import type { ProcessIdentity } from '../lib/process-identity.ts';

/** How long a lease lasts without renewal, and how often it is renewed, ms. */
export const leaseMs = 20_000;
export const renewEvery = 5_000;

/** The lease of something in the store that only one process may work on at a time. */
export interface Lease {
  /** `''` for nobody. */
  owner: string;
  /** Milliseconds since 1970. */
  leaseUntil: number;
}

/**
 * This process as an owner of leases. Each lease is renewed well before it ends, so that another process
 * takes over the work of a dead one.
 */
export interface LeaseOwner {
  /** The name of this process in the store. */
  readonly owner: string;
  /** When a lease taken now ends, milliseconds since 1970. */
  until(): number;
  /** Whether another process holds a lease that has not ended. */
  isElsewhere(lease: Lease): boolean;
}

export interface LeaseOwnerOptions extends ProcessIdentity {
  clock: Pick<Clock, 'now' | 'elapsed'>;
  uuid(): string;
}

/** Creates an owner that has no lease yet. */
export function createLeaseOwner(options: LeaseOwnerOptions): LeaseOwner {
  const { clock, computer, processId, isAlive, startOf = () => '' } = options;
  const owner = `${computer}/${processId}/${options.uuid()}/${startOf(processId)}`;
  let lastAwake = clock.elapsed();
  let graceUntil = 0;

  /**
   * A computer that just woke cannot know which other processes slept too: they get one lease time to renew.
   */
  function noteAwake(): void {
    const now = clock.elapsed();
    if (now - lastAwake > leaseMs) graceUntil = now + leaseMs;
    lastAwake = now;
  }

  /** Whether another process of this computer is alive; undefined where only its lease can tell. */
  function isProcessAlive(id: number, start: string): boolean | undefined {
    if (id === processId) return undefined;
    if (!isAlive(id)) return false;
    const current = start && startOf(id);
    // A process that is stopped or asleep still owns its leases.
    return current ? current === start : undefined;
  }

  return {
    owner,
    until() {
      noteAwake();
      return clock.now() + leaseMs;
    },
    isElsewhere(lease) {
      if (lease.owner === '' || lease.owner === owner) return false;
      noteAwake();
      const [where, id = '', _mark, start = ''] = lease.owner.split('/');
      const known = where === computer ? isProcessAlive(Number(id), start) : undefined;
      if (known !== undefined) return known;
      const left = lease.leaseUntil - clock.now();
      // A lease from far in the future was written before the clock was set back.
      if (left > 2 * leaseMs) return false;
      return left > 0 || clock.elapsed() < graceUntil;
    },
  };
}
