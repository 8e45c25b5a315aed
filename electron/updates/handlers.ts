import type { Handlers } from '../../shared/contract.ts';
import type { Updates } from './updates.ts';

/** The part of the contract about newer versions. */
export function updateHandlers(
  updates: Updates,
): Pick<Handlers, 'updates.get' | 'updates.openPage' | 'updates.dismiss' | 'updates.recall'> {
  return {
    'updates.get': async () => updates.state(),
    'updates.openPage': ({ version }) => updates.openPage(version),
    'updates.dismiss': async ({ version }) => updates.dismiss(version),
    'updates.recall': async ({ version }) => updates.recall(version),
  };
}
