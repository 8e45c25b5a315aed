import type { Settings } from '../../shared/model/settings.ts';
import type { LinkBook } from './answer.ts';
import { createServices, type Services, type ServicesDeps } from './clients.ts';
import type { Means } from './conversation.ts';
import { createLinkBook } from './link-book.ts';

export interface ServicesRoomDeps extends Means, Omit<ServicesDeps, 'means' | 'links' | 'requestsAtOnce'> {
  settings(): Pick<Settings, 'requestsAtOnce'>;
}

/** Opens the clients of the service, and the links that they bring. */
export function openServices(deps: ServicesRoomDeps): Services & { links: LinkBook } {
  const { open, clock, random, uuid, settings } = deps;
  const links = createLinkBook(clock);
  const requestsAtOnce = () => settings().requestsAtOnce;
  return {
    ...createServices({ ...deps, means: { open, clock, random, uuid }, links, requestsAtOnce }),
    links,
  };
}
