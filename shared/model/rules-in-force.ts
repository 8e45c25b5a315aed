import type { ClientRules } from './client-rules.ts';
import type { Settings } from './settings.ts';

/** A client's rules without those that an administrator's settings overrule. */
export function rulesInForce(
  { types, folder, template }: ClientRules = {},
  managed: readonly (keyof Settings)[] = [],
): ClientRules {
  return {
    ...(types && { types }),
    ...(folder !== undefined && !managed.includes('folder') && { folder }),
    ...(template !== undefined && !managed.includes('template') && { template }),
  };
}
