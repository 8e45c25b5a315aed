const good = /acept|legaliz|pagad|complet/i;
const bad = /rechaz|anulad/i;
/** A word of a good state that is denied, or holds in part. */
const not = /incomplet|impag|inacept|parcial|(?<!\p{L})(?:no|sin|nunca|falta|not)(?!\p{L})/iu;

/**
 * Whether a state of the service, which comes in its own words, is good or bad news; plain where its word
 * does not say so.
 */
export function stateVerdict(state: string): 'good' | 'bad' | 'plain' {
  if (not.test(state)) return 'plain';
  if (bad.test(state)) return 'bad';
  return good.test(state) ? 'good' : 'plain';
}
