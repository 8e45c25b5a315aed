const good = /acept|legaliz|pagad|complet/i;
const bad = /rechaz|anulad/i;
/** A negation of a good state, complete or in part. */
const not = /incomplet|impag|inacept|parcial|(?<!\p{L})(?:no|sin|nunca|falta|not)(?!\p{L})/iu;

/** Whether a state of the service, which is free text, is good or bad; plain if its wording does not tell. */
export function stateVerdict(state: string): 'good' | 'bad' | 'plain' {
  if (not.test(state)) return 'plain';
  if (bad.test(state)) return 'bad';
  return good.test(state) ? 'good' : 'plain';
}
