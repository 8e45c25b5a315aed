import type { HelpTopic } from '../../ui/help-topics.ts';
import type { Route } from '../../ui/route.ts';

/** The topic about a screen. */
export function topicOfRoute(route: Route): HelpTopic {
  switch (route.view) {
    case 'help':
      return route.topic ?? 'search';
    case 'results':
    case 'found':
      return 'lists';
    case 'news':
      return 'saved';
    case 'clients':
    case 'payments':
    case 'review':
      return route.view;
    case 'connections':
      return 'connect';
    case 'downloads':
      return 'download';
    case 'missing':
      return route.part === 'asked' ? 'request' : 'missing';
    case 'folders':
      return 'retention';
    case 'cuadratura':
      return 'reconciliation';
    case 'package':
      return 'inspection';
    case 'handovers':
      return 'pdf';
    default:
      return 'search';
  }
}

/** The screen where a topic's work is done; undefined where it is done in any list. */
export function routeOfTopic(topic: HelpTopic): Route | undefined {
  switch (topic) {
    case 'connect':
      return { view: 'connections' };
    case 'clients':
      return { view: 'clients' };
    case 'search':
      return { view: 'home' };
    case 'download':
      return { view: 'downloads' };
    case 'missing':
      return { view: 'missing', part: 'gaps' };
    case 'request':
      return { view: 'missing', part: 'asked' };
    case 'pdf':
    case 'mail':
      return { view: 'handovers' };
    case 'inspection':
      return { view: 'package' };
    case 'payments':
      return { view: 'payments', part: 'list' };
    case 'review':
      return { view: 'review' };
    case 'reconciliation':
      return { view: 'cuadratura' };
    case 'retention':
      return { view: 'folders' };
    case 'saved':
      return { view: 'news' };
    default:
      return undefined;
  }
}
