/** The topics of the help, in the order of the work. Their texts are in `help:topics`. */
export const helpTopics = [
  'connect',
  'clients',
  'search',
  'lists',
  'view',
  'download',
  'missing',
  'request',
  'pdf',
  'mail',
  'inspection',
  'payments',
  'review',
  'reconciliation',
  'retention',
  'saved',
] as const;
export type HelpTopic = (typeof helpTopics)[number];

/** Whether a text of an address names a topic. */
export function isHelpTopic(text: string | undefined): text is HelpTopic {
  return helpTopics.some((topic) => topic === text);
}
