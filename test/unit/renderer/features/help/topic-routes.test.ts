import { expect, test } from 'vitest';
import {
  routeOfTopic,
  screenOfRoute,
  topicOfRoute,
} from '../../../../../renderer/features/help/topic-routes.ts';
import { helpTopics, screensOfTopic, topicsOfScreen } from '../../../../../renderer/ui/help-topics.ts';
import { formatRoute, parseRoute } from '../../../../../renderer/ui/route.ts';
import { tourSteps } from '../../../../../renderer/ui/tour-state.ts';
import english from '../../../../../shared/locales/en/help.json' with { type: 'json' };
import spanish from '../../../../../shared/locales/es-CL/help.json' with { type: 'json' };

const locales = import.meta.glob<object>('../../../../../shared/locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** Every text of a language but those of the help. */
function textsOf(language: string): string[] {
  return Object.entries(locales)
    .filter(([path]) => path.includes(`/${language}/`) && !path.endsWith('/help.json'))
    .flatMap(([, texts]) => leaves(texts));
}

function leaves(texts: unknown): string[] {
  return typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(leaves);
}

test('every topic has its texts, and no text lacks its topic', () => {
  for (const { topics } of [spanish, english]) expect(Object.keys(topics)).toEqual(helpTopics);
});

test('every step of the tour has its texts, and no text lacks its step', () => {
  for (const { tour } of [spanish, english]) expect(Object.keys(tour.steps)).toEqual(tourSteps);
});

test.each([
  ['es-CL', spanish],
  ['en', english],
] as const)(
  'what the help in %s sets in bold stands on the screen as it is written there',
  (language, help) => {
    const onScreen = new Set(textsOf(language));
    const labels = leaves(help).flatMap((text) =>
      [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label),
    );
    expect(labels.length).toBeGreaterThan(60);
    expect(labels.filter((label = '') => !onScreen.has(label))).toEqual([]);
  },
);

test.each(helpTopics)('the topic %s has an address, and leads to a screen that offers it', (topic) => {
  expect(parseRoute(formatRoute({ view: 'help', topic }))).toEqual({ view: 'help', topic });
  const route = routeOfTopic(topic);
  if (route) expect(topicsOfScreen(screenOfRoute(route))).toContain(topic);
  for (const screen of screensOfTopic(topic)) expect(topicsOfScreen(screen)).toContain(topic);
});

test.each([
  ['#/home', 'search'],
  ['#/results/1/documents', 'lists'],
  ['#/downloads', 'download'],
  ['#/payments/table', 'payments'],
  ['#/missing/gaps', 'missing'],
  ['#/missing/asked', 'follow'],
  ['#/missing/expected', 'expected'],
  ['#/cuadratura', 'reconciliation'],
  ['#/review', 'review'],
  ['#/clients', 'clients'],
  ['#/news', 'saved'],
  ['#/settings', 'search'],
])('F1 at %s opens the topic %s', (address, topic) => {
  expect(topicOfRoute(parseRoute(address))).toBe(topic);
});

test('windows over a screen have topics of their own', () => {
  expect(topicsOfScreen('viewer')).toEqual(['view', 'print']);
  expect(topicsOfScreen('month')).toEqual(['month']);
});

test('an address with an unknown topic leads to the help', () => {
  expect(parseRoute('#/help/nothing')).toEqual({ view: 'help' });
});
