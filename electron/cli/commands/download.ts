import { resolve } from 'node:path';
import type { RuleName } from '../../../shared/model/client-rules.ts';
import type { SearchQuery, Selection } from '../../../shared/model/search-query.ts';
import { settingLimits } from '../../../shared/model/setting-limits.ts';
import type { App } from '../../app.ts';
import { type ExitCode, worst } from '../exit-code.ts';
import { followBatch } from '../follow-batch.ts';
import { plan, readQuery } from '../query-from-text.ts';
import { choiceOptions } from '../query-options.ts';
import { agencyOptions, needed, readArguments, wholeNumber } from '../read-arguments.ts';
import { reportBatch } from '../report-batch.ts';
import { reportProblems, runSearch } from '../run-search.ts';
import { withAgency } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

/** `download`: downloads the results of a query into a folder; a second run, only what is missing. */
export const download: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, {
    ...agencyOptions,
    ...choiceOptions,
    into: { type: 'string' },
    concurrency: { type: 'string' },
    template: { type: 'string' },
    'with-inactive': { type: 'boolean' },
    again: { type: 'boolean' },
    wait: { type: 'string' },
  });
  if (values.plan) return plan(terminal, values);
  const folder = resolve(needed(values.into, '--into'));
  const transfersAtOnce = wholeNumber(values.concurrency, '--concurrency', {
    from: 1,
    to: settingLimits.transfersAtOnce.max,
  });
  const waitMinutes = wholeNumber(values.wait, '--wait', { from: 0, to: 1440 });
  const query = await readQuery(terminal, values);
  const settings = transfersAtOnce === undefined ? {} : { transfersAtOnce };
  return withAgency(
    terminal,
    values,
    async (app, { id }) => {
      const asked = await query(app, id);
      return fetchInto(app, terminal, asked, {
        folder,
        withInactive: values['with-inactive'] ?? false,
        force: values.again ?? false,
        rules: rulesOf(asked, values),
        ...(values.template !== undefined && { template: values.template }),
        ...(waitMinutes !== undefined && { waitMinutes }),
      });
    },
    { settings },
  );
};

/**
 * The rules of clients that a command follows: what it asks for itself comes first. Documents of several
 * clients have one template, as a command downloads one batch.
 */
function rulesOf(
  query: SearchQuery,
  values: { type?: readonly string[]; 'all-types'?: boolean; template?: string },
): RuleName[] {
  const ruts = new Set(query.kind === 'range' ? query.ruts : query.dispatches.flatMap((one) => one.ruts));
  const hasTypes = values.type !== undefined || values['all-types'] === true;
  const isOfOne = ruts.size === 1;
  return [
    ...(hasTypes ? [] : ['types' as const]),
    ...(isOfOne && values.template === undefined ? ['template' as const] : []),
  ];
}

/** The folder and the limits of a download. */
interface FetchOptions {
  folder: string;
  template?: string;
  /** The rules of its clients that come before the template; none if absent. */
  rules?: RuleName[];
  withInactive: boolean;
  force: boolean;
  /** Minutes to wait for a paused batch to resume by itself. Default: 5. */
  waitMinutes?: number;
}

/** Runs a query and downloads all results, also when a part of the query failed. */
export async function fetchInto(
  app: App,
  terminal: Terminal,
  query: SearchQuery,
  { waitMinutes = 5, ...options }: FetchOptions,
): Promise<ExitCode> {
  const progress = await runSearch(app, terminal, query);
  const { resultSetId, documents, requests } = progress;
  terminal.emit('found', { documents, requests });
  const searchCode = reportProblems(app, terminal, progress);
  if (documents === 0 || progress.state === 'cancelled') {
    terminal.emit('done', { folder: options.folder, documents });
    // An incomplete search may have missed results.
    if (progress.state === 'done' && progress.tasksAnswered === progress.tasksDone)
      terminal.say('nothingFound');
    return searchCode;
  }
  const selection: Selection = { kind: 'all', resultSetId, filter: '', except: [] };
  const { withInactive, rules = [] } = options;
  const { ruled } = await app.handlers['downloads.summary']({ selection, withInactive, rules });
  // Before the start: where the rules leave out everything, it fails.
  if (ruled && ruled.leftOut > 0) terminal.say('typesLeftOut', { count: ruled.leftOut });
  const { batchId } = await app.handlers['downloads.start']({ selection, ...options });
  const batch = await followBatch(app, terminal, batchId, waitMinutes);
  const fetched = await reportBatch(app, terminal, batch);
  if (batch.leftOut > 0) terminal.say('inactiveLeftOut', { count: batch.leftOut });
  return worst([searchCode, fetched]);
}
