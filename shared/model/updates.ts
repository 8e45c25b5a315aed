/**
 * The update state. `at` is the time of the last check, UTC, ISO 8601.
 *
 * - `off`: no address is set, so there is no check.
 * - `unasked`: the address has not responded yet.
 * - `current`: the version that the address names is this one, or older.
 * - `failed`: no check has returned a usable response so far.
 * - `newer`: the page that offers this version is at `host`.
 */
export type UpdateState =
  | { kind: 'off' }
  | { kind: 'unasked' }
  | { kind: 'current'; at: string }
  | { kind: 'failed'; at: string; code: string }
  | { kind: 'newer'; at: string; version: string; host: string; isDismissed: boolean };
