import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import { type FieldsOfConnection, ofEachField } from './connection-fields.ts';
import type { Rut } from './rut.ts';
import { rutSchema } from './rut-schema.ts';
import type { UserRole } from './user-role.ts';

/** An agency in one environment, as the page sees it: never its key. */
export interface Connection extends FieldsOfConnection {
  id: string;
  /** Made-up data, served by the app itself. */
  isPractice: boolean;
  /**
   * As whom the practice agency is tried: as itself with all its clients, or as a company that imports
   * through it; absent of all others.
   */
  practisedAs?: UserRole;
  key: KeyState;
  /** Name and endpoint are set by an administrator. */
  isManaged: boolean;
}

export type KeyState =
  /**
   * In the keychain. `hint` is at most the first and last 4 characters, nothing when the key is shorter than
   * 12.
   */
  | { kind: 'kept'; hint: string; since: string }
  /** In memory until the app ends, because of `reason`. */
  | { kind: 'session'; hint: string; since: string; reason: string }
  /** `reason` says why the keychain could not be asked; absent when it holds none. */
  | { kind: 'missing'; reason?: string };

export const connectionDraft = z.object(
  ofEachField(
    ({ maxLength }) => z.string().trim().min(1).max(maxLength),
    ({ maxLength }) => z.string().trim().max(maxLength).exactOptional(),
  ),
);
export type ConnectionDraft = z.infer<typeof connectionDraft>;

/** What a test of a connection found (`GET /master/file-types`). */
export interface ConnectionTest {
  documentTypes: number;
  /** Why there may be more of them. */
  incompleteReason?: ErrorData;
}

/** What the practice agency can do wrong on purpose, by stable names; none while it does not run. */
export interface InjectedFaults {
  names: readonly string[];
  /** Those that have not run out. */
  active: readonly string[];
}

/** A client of the agency, as a person entered it: no endpoint lists clients. */
export interface Client {
  rut: Rut;
  name: string;
  email: string;
  /** Folder name used instead of the name, or `''`. */
  folder: string;
}

/** What a pasted text says of clients. */
export interface PastedClients {
  /** Each client once, in the order of the text. */
  clients: PastedClient[];
  /** Lines that were to be clients, but whose RUT has not the form of one. */
  wrong: SampleLines;
  /** Lines of no client: greetings, signatures, totals. */
  aside: SampleLines;
  /** Columns that hold neither RUT, name nor e-mail: a person says which of them is the folder, if any. */
  unknownColumns: PastedColumn[];
}

/** A client of a pasted text. */
export interface PastedClient {
  rut: Rut;
  /** The check digit that modulo 11 gives; where the RUT's own differs, warn and let go on. */
  expected: string;
  isKnown: boolean;
  /**
   * What the book and the lines say of it, each that says something else by itself; the book's first, and the
   * first stays unless a person chooses another.
   */
  entries: Client[];
  /** What stands where others have their e-mail, and is none. */
  notEmails: string[];
  /** E-mails behind the first, which alone is kept; none where there is one. */
  otherEmails?: string[];
}

export interface PastedColumn {
  /** Counted from 0. */
  index: number;
  /** Its heading, or `''`. */
  title: string;
  samples: string[];
}

/** The first lines, and how many they are in all. */
export interface SampleLines {
  count: number;
  first: string[];
}

export const clientSchema = z.object({
  rut: rutSchema,
  name: z.string().trim().max(200),
  email: z.string().trim().max(254),
  folder: z.string().trim().max(120),
});
