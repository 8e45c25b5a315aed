import type { HelpTopic } from '../../ui/help-topics.ts';

/** Made by `npm run pictures` from the practice agency. */
const pictures = import.meta.glob<string>('./pictures/*/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** The address of a topic's picture in a language; undefined where there is none. */
export function pictureOf(topic: HelpTopic, language: string): string | undefined {
  return pictures[`./pictures/${language}/${topic}.webp`];
}
