import type { Parties } from './parties.ts';
import type { Charge } from './records.ts';

/** State of generation that one dispatch passes on to later ones. */
export interface GenerationState {
  /** Number of dispatches by client, kind and way: their documents are similar. */
  alike: Map<string, number>;
  /** By the client's RUT: a charge to bill a second time, in a later dispatch. */
  toRepeat: Map<string, Charge>;
}

export function newGenerationState(): GenerationState {
  return { alike: new Map(), toRepeat: new Map() };
}

/** The inputs of every step of generation. */
export interface Setting {
  parties: Parties;
  state: GenerationState;
  /** Milliseconds since 1970; nothing happens later. */
  today: number;
}
