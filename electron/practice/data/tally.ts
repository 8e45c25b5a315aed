import type { Charge } from './dispatch.ts';
import type { Parties } from './parties.ts';
import type { Random } from './random.ts';

/** What generation counts across dispatches, so that odd cases come in a fixed share of all. */
export interface Tally {
  documents: number;
  dispatches: number;
  charges: number;
  /** Dispatches so far by client, kind and way: whose papers are alike. */
  alike: Map<string, number>;
  /** By the client's RUT: a charge to be billed a second time, in a later dispatch. */
  toRepeat: Map<string, Charge>;
}

/** Nothing counted yet. */
export function emptyTally(): Tally {
  return { documents: 0, dispatches: 0, charges: 0, alike: new Map(), toRepeat: new Map() };
}

/** What every step of generation works with. */
export interface Setting {
  random: Random;
  parties: Parties;
  tally: Tally;
  /** Milliseconds since 1970; nothing happens later. */
  today: number;
}
