import type { Day } from './dates.ts';
import type { DispatchKey } from './dossier.ts';
import type { Rut } from './rut.ts';

/** The sections of the start screen, in their order; a setting names those that are folded. */
export const homeSections = ['calendar', 'changes', 'missing', 'waiting', 'batches', 'money'] as const;
export type HomeSection = (typeof homeSections)[number];

/** What happens to a dispatch on a day: its goods arrive, it falls due, its goods are withdrawn. */
export const dayEventKinds = ['arrival', 'due', 'withdrawal'] as const;
export type DayEventKind = (typeof dayEventKinds)[number];

/** A dispatch in the calendar. */
export interface DayDispatch extends DispatchKey {
  rut: Rut;
  reference: string;
  state: string;
  /** Its arrival is an estimate: none is confirmed. */
  isEstimate: boolean;
  /** Its duties are paid. */
  isPaid: boolean;
}

/** The dispatches with one kind of event on one day. */
export interface DayEvents {
  day: Day;
  kind: DayEventKind;
  /** All of them; `dispatches` has the first, at most `maxDispatchesPerDay`. */
  count: number;
  unpaidCount: number;
  dispatches: readonly DayDispatch[];
}

/** Dispatches that a day of the calendar lists. */
export const maxDispatchesPerDay = 500;

/** Unseen changes of a saved search since a day. */
export interface RecentChanges {
  savedSearchId: string;
  new: number;
  changed: number;
  gone: number;
  status: number;
}

/** Missing documents by responsible party, most first; `''` is an unknown party. */
export interface MissingCounts {
  total: number;
  byResponsible: readonly {
    responsible: string;
    missingCount: number;
    dispatches: number;
    requestedCount: number;
  }[];
  /**
   * Dispatches that were not requested completely: of these, only what is registered without a file is
   * counted. Undefined in older counts.
   */
  partial?: number;
}

/** Open document requests to one party, the oldest first. */
export interface WaitingRequests {
  askedOf: string;
  documents: number;
  dispatches: number;
  oldest: Day;
}

/** The disbursements of a client in a month, in one currency. */
export interface ClientSum {
  rut: Rut;
  /** As the service writes it, folded; `''` where it declares none. */
  currency: string;
  count: number;
  /** Of the known amounts; `unknown` counts the others. */
  sum: number;
  unknown: number;
}

/** A pinned client, or a pinned dispatch of it. */
export interface Pin {
  rut: Rut;
  dispatch?: DispatchKey | undefined;
}

/** The day on the start screen, all of it from stored data. */
export interface HomeView {
  today: Day;
  /** The Monday with which the fortnight starts. */
  start: Day;
  /** Nothing is stored yet. */
  isEmpty: boolean;
  /** The last complete response of an agency, UTC ISO 8601; `''` if none is known. */
  asOf: string;
  events: readonly DayEvents[];
  changesSince: Day;
  changes: readonly RecentChanges[];
  /** There are more changes than were counted. */
  hasMoreChanges: boolean;
  /** As last counted; undefined if never. */
  missing?: MissingCounts & { at: string };
  pins: readonly Pin[];
  waiting: readonly WaitingRequests[];
  /** The latest month with disbursements, up to this one, `YYYY-MM`; `''` if there is none. */
  month: string;
  /** Largest first. */
  money: readonly ClientSum[];
}
