import type { SavedSearch, SavedSearchDraft } from './search.ts';
import type { SearchQuery } from './search-query.ts';

/** A saved search that asks agencies. */
export type AgencySearch = SavedSearch & { question: SearchQuery };

/** Whether a saved search asks agencies: one for words has no rows, no refresh and no changes. */
export function asksAgencies<Saved extends Pick<SavedSearchDraft, 'question'>>(
  saved: Saved,
): saved is Saved & { question: SearchQuery } {
  return saved.question.kind !== 'words';
}
