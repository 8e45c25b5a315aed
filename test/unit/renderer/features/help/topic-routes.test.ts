import { expect, test } from 'vitest';
import { routeOfTopic, topicOfRoute } from '../../../../../renderer/features/help/topic-routes.ts';
import { helpTopics } from '../../../../../renderer/ui/help-topics.ts';
import { formatRoute, parseRoute } from '../../../../../renderer/ui/route.ts';
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

test.each([
  ['es-CL', spanish],
  ['en', english],
] as const)(
  'what the help in %s sets in bold stands on the screen as it is written there',
  (language, help) => {
    const onScreen = new Set(textsOf(language));
    const labels = Object.values(help.topics).flatMap(({ steps }) =>
      [...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label),
    );
    expect(labels.length).toBeGreaterThan(40);
    expect(labels.filter((label = '') => !onScreen.has(label))).toEqual([]);
  },
);

test.each(helpTopics)(
  'the topic %s has an address, and is that of the screen where its work is done',
  (topic) => {
    expect(parseRoute(formatRoute({ view: 'help', topic }))).toEqual({ view: 'help', topic });
    const screen = routeOfTopic(topic);
    // One screen makes PDFs and ZIPs.
    if (screen) expect(topicOfRoute(screen)).toBe(topic === 'mail' ? 'pdf' : topic);
  },
);

test('an address with an unknown topic leads to the help', () => {
  expect(parseRoute('#/help/nothing')).toEqual({ view: 'help' });
});
