import { dirname } from 'node:path';
import type { Translator } from '../i18n/index.ts';
import type { MailDraft } from './mail-drafts.ts';

/** Maximum of names and of numbers that a message lists in one line. */
const maxListed = 40;

/** Names or numbers in one line, of `count` in all: those after the maximum are counted. */
export function listedText(all: readonly string[], count: number, { t }: Pick<Translator, 't'>): string {
  const more = count > maxListed ? [t('documents:lacking.more', { count: count - maxListed })] : [];
  return [all.slice(0, maxListed).join(', '), ...more].join(' ');
}

/** The files that a message cannot take, and their folders, one on a line; `''` where it takes all. */
export function leftOutText(leftOut: MailDraft['attachments'], translator: Pick<Translator, 't'>): string {
  const byFolder = Map.groupBy(leftOut, ({ path }) => dirname(path));
  const lines = [...byFolder].map(([folder, files]) => {
    const names = files.map(({ name }) => name);
    const count = files.length;
    return translator.t('documents:mail.leftOut', {
      count,
      names: listedText(names, count, translator),
      folder,
    });
  });
  return lines.join('\n');
}
