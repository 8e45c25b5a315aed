import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Language = 'es-CL' | 'en';

/** Gives the text of a key (`app-window:rail.news`) as a pattern whose placeholders may be anything. */
export type Translate = (key: string) => RegExp;

/** The words of a language as the page has them. Throws for a key that is not there. */
export function translationsOf(language: Language): Translate {
  const folder = join(import.meta.dirname, '../../shared/locales', language);
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    let text: unknown = JSON.parse(readFileSync(join(folder, `${namespace}.json`), 'utf8'));
    for (const name of path.split('.')) text = (text as Record<string, unknown> | undefined)?.[name];
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`);
    const segments = text.split(/\{\{.*?\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${segments.join('.*')}`);
  };
}
