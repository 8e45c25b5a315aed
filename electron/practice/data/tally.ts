import type { Charge } from './dispatch.ts';
import type { Parties } from './parties.ts';

/** What generation remembers from one dispatch to later ones. */
export interface Tally {
  /** Dispatches so far by client, kind and way: whose documents are alike. */
  alike: Map<string, number>;
  /** By the client's RUT: a charge to be billed a second time, in a later dispatch. */
  toRepeat: Map<string, Charge>;
}

/** Nothing counted yet. */
export function emptyTally(): Tally {
  return { alike: new Map(), toRepeat: new Map() };
}

/** What every step of generation works with. */
export interface Setting {
  parties: Parties;
  tally: Tally;
  /** Milliseconds since 1970; nothing happens later. */
  today: number;
}
