import { resolve } from 'node:path';
import { errorReport } from '../../../shared/error-report.ts';
import { atomicWrite } from '../../lib/atomic-write.ts';
import { exitCode } from '../exit-code.ts';
import { needed, readArguments } from '../read-arguments.ts';
import { withApp } from '../session.ts';
import type { Command } from '../terminal.ts';

/** `report`: the error report of the last error, printed or saved as a file. */
export const report: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, { out: { type: 'string' } });
  const out = values.out === undefined ? undefined : resolve(needed(values.out, '--out'));
  return withApp(terminal, async (app) => {
    const error = app.lastError.read();
    if (!error) {
      terminal.emit('done', { reports: 0 });
      terminal.say('noFault');
      return exitCode.done;
    }
    const { version, platform } = await app.handlers['app.info'](undefined);
    const text = errorReport(error, { version, system: platform });
    terminal.emit('report', { text, error });
    if (out === undefined) {
      for (const line of text.trimEnd().split('\n')) terminal.print(line);
    } else {
      await atomicWrite(out, [text]);
      terminal.say('reportSaved', { path: out });
    }
    terminal.emit('done', { reports: 1 });
    return exitCode.done;
  });
};
