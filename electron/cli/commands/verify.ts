import { resolve } from 'node:path';
import { exitCode } from '../exit-code.ts';
import { readArguments, UsageError } from '../read-arguments.ts';
import { withApp } from '../session.ts';
import type { Command } from '../terminal.ts';

/** `verify DIR`: hashes the files of a folder and compares them with its index. */
export const verify: Command = async (terminal) => {
  const { positionals } = readArguments(terminal.arguments, {}, 1);
  if (!positionals[0]) throw new UsageError('usage.noFolder');
  const folder = resolve(positionals[0]);
  return withApp(terminal, async (app) => {
    const { good, missing, changed, extra, unread = [] } = await app.handlers['downloads.verify']({ folder });
    const byEvent = { missing, changed, extra, unread };
    for (const event of ['missing', 'changed', 'extra', 'unread'] as const) {
      for (const path of byEvent[event]) {
        terminal.emit(event, { path });
        terminal.print(`${terminal.translator.t(`verify.${event}`)}  ${path}`);
      }
    }
    const counts = { good, missing: missing.length, changed: changed.length, extra: extra.length };
    terminal.emit('done', { folder, ...counts, ...(unread.length > 0 && { unread: unread.length }) });
    terminal.say('verified', counts);
    if (unread.length > 0) terminal.say('verifiedUnread', { count: unread.length });
    return missing.length + changed.length === 0 ? exitCode.done : exitCode.someFailed;
  });
};
