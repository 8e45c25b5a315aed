import { type HelpTopic, screensOfTopic, topicsOfScreen } from '../../ui/help-topics.ts';
import { parseRoute, type Route } from '../../ui/route.ts';

/** The screen of a route, by the name that the topics have for it. */
export function screenOfRoute(route: Route): string {
  return route.view === 'missing' ? `missing/${route.part}` : route.view;
}

/** The topic about a screen: the first of its topics. */
export function topicOfRoute(route: Route): HelpTopic {
  if (route.view === 'help') return route.topic ?? 'search';
  return topicsOfScreen(screenOfRoute(route))[0] ?? 'search';
}

/** The screen where a topic's work begins; undefined where that is any list, or a window over one. */
export function routeOfTopic(topic: HelpTopic): Route | undefined {
  const [screen = ''] = screensOfTopic(topic);
  const route = parseRoute(`#/${screen}`);
  return screenOfRoute(route) === screen ? route : undefined;
}
