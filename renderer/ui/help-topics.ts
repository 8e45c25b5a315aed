/**
 * The tasks of the help, in the order of the work, each with the screens where it is done: that where it
 * begins comes first. A screen is a view, a part of one (`missing/asked`), or a window over one. Titles,
 * steps and what the pictures show are in `help:topics`, the pictures in `components/help/pictures`.
 */
const screensByTopic = {
  connect: ['connections'],
  clients: ['clients'],
  rules: ['clients'],
  month: ['clients', 'month'],
  search: ['home'],
  day: ['home'],
  lists: ['results', 'found'],
  view: ['viewer', 'results', 'found'],
  notes: ['results'],
  download: ['downloads', 'results', 'found'],
  missing: ['missing/gaps'],
  matrix: ['missing/matrix'],
  request: ['missing/gaps'],
  follow: ['missing/asked'],
  expected: ['missing/expected'],
  pdf: ['handovers', 'results', 'home'],
  print: ['results', 'viewer'],
  mail: ['handovers', 'results'],
  inspection: ['package', 'handovers'],
  payments: ['payments'],
  review: ['review'],
  reconciliation: ['cuadratura'],
  unlisted: ['cuadratura'],
  filter: ['missing/gaps', 'missing/matrix', 'payments', 'review', 'cuadratura'],
  retention: ['folders'],
  saved: ['news', 'results', 'home', 'found'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type HelpTopic = keyof typeof screensByTopic;

export const helpTopics = Object.keys(screensByTopic).filter(isHelpTopic);

/** Whether a text of an address names a topic. */
export function isHelpTopic(text: string | undefined): text is HelpTopic {
  return text !== undefined && Object.hasOwn(screensByTopic, text);
}

/** The screens of a topic, first that where its work begins. */
export function screensOfTopic(topic: HelpTopic): readonly string[] {
  return screensByTopic[topic];
}

/** The topics of a screen, in the order of the work. */
export function topicsOfScreen(screen: string): readonly HelpTopic[] {
  return helpTopics.filter((topic) => screensOfTopic(topic).some((each) => each === screen));
}
