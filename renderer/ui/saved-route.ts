import type { SavedSearch } from '../../shared/model/search.ts';
import type { Route } from './route.ts';

/** The route of a saved search: the list it was saved with. */
export function routeOfSaved({ id, resultSetId, view }: SavedSearch): Route {
  return { view: 'results', resultSetId, list: view.list, savedId: id };
}
