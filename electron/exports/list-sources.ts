import type { Downloads } from '../downloads/index.ts';
import type { Search } from '../search/index.ts';
import type { ListSources } from './list-rows.ts';

/** The sources of saved lists' rows, by module. */
export function listSources(
  { saved, rows }: Pick<Search, 'saved' | 'rows'>,
  downloads: Pick<Downloads, 'documents'>,
  deliveries: { list: ListSources['deliveries'] },
  clients: { list: ListSources['clients'] },
): ListSources {
  return {
    news: () => saved.news(),
    saved: () => saved.list(),
    found: rows.find,
    batch: downloads.documents,
    deliveries: () => deliveries.list(),
    clients: clients.list,
  };
}
