/**
 * What is known of a newer version. `at` is when the address was last asked, UTC, ISO 8601.
 *
 * - `off`: no address is set, so nobody is asked.
 * - `unasked`: the address has not answered yet.
 * - `current`: the version that the address names is this one, or older.
 * - `failed`: the last request brought no answer that can be used, and none before it did.
 * - `newer`: the page that offers this version stands at `host`.
 */
export type UpdateState =
  | { kind: 'off' }
  | { kind: 'unasked' }
  | { kind: 'current'; at: string }
  | { kind: 'failed'; at: string; code: string }
  | { kind: 'newer'; at: string; version: string; host: string; isDismissed: boolean };
