import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import { type ClientRules, clientRulesSchema } from './client-rules.ts';
import { type FieldsOfConnection, ofEachField } from './connection-fields.ts';
import type { Rut } from './rut.ts';
import type { UserRole } from './user-role.ts';
import { rutSchema } from './value-schemas.ts';

/** An agency in one environment, as the page sees it: never its key. */
export interface Connection extends FieldsOfConnection {
  id: string;
  /** Made-up data, served by the app itself. */
  isPractice: boolean;
  /**
   * The user role in which the practice agency is tried: as the agency with all its clients, or as a company
   * that imports through it. Absent for real agencies.
   */
  practisedAs?: UserRole;
  key: KeyState;
  /** An administrator has set its name and endpoint. */
  isManaged: boolean;
}

export type KeyState =
  /**
   * In the keychain. `hint` is at most the first and last 4 characters, empty if the key is shorter than 12.
   */
  | { kind: 'kept'; hint: string; since: string }
  /** In memory until the app ends; `reason` says why. */
  | { kind: 'session'; hint: string; since: string; reason: string }
  /** `reason` says why the keychain could not be read; absent if it has no key. */
  | { kind: 'missing'; reason?: string };

export const connectionDraft = z.object(
  ofEachField(
    ({ maxLength }) => z.string().trim().min(1).max(maxLength),
    ({ maxLength }) => z.string().trim().max(maxLength).exactOptional(),
  ),
);
export type ConnectionDraft = z.infer<typeof connectionDraft>;

/** The result of a connection test (`GET /master/file-types`). */
export interface ConnectionTest {
  documentTypes: number;
  /** Why the list may be incomplete. */
  incompleteReason?: ErrorData;
}

/** The faults that the practice agency can inject, by stable names; empty while it does not run. */
export interface InjectedFaults {
  names: readonly string[];
  /** Those still in effect. */
  active: readonly string[];
}

/** A client of the agency, as a person entered it: no endpoint lists clients. */
export interface Client {
  rut: Rut;
  name: string;
  email: string;
  /** The folder name used instead of the name, or `''`. */
  folder: string;
  rules?: ClientRules;
}

/** The clients in a pasted text. */
export interface PastedClients {
  /** Each client once, in the order of the text. */
  clients: PastedClient[];
  /** Lines of clients whose RUT is malformed. */
  wrong: SampleLines;
  /** Lines without a client: greetings, signatures, totals. */
  aside: SampleLines;
  /** Columns with neither RUT, name nor e-mail: the person selects the one with folders, if any. */
  unknownColumns: PastedColumn[];
}

/** A client of a pasted text. */
export interface PastedClient {
  rut: Rut;
  /** The check digit by modulo 11; if it differs from the RUT's own, warn and continue. */
  expected: string;
  isKnown: boolean;
  /**
   * The distinct entries for it, from the directory and from the lines; the directory's first. The first is
   * used unless the person selects another.
   */
  entries: Client[];
  /** Values in the e-mail column that are no e-mail. */
  notEmails: string[];
  /** Further e-mails: only the first is stored; absent if there is one. */
  otherEmails?: string[];
}

export interface PastedColumn {
  /** Counted from 0. */
  index: number;
  /** Its heading, or `''`. */
  title: string;
  samples: string[];
}

/** The first lines, and their total number. */
export interface SampleLines {
  count: number;
  first: string[];
}

export const clientSchema = z.object({
  rut: rutSchema,
  name: z.string().trim().max(200),
  email: z.string().trim().max(254),
  folder: z.string().trim().max(120),
  rules: clientRulesSchema.exactOptional(),
});
