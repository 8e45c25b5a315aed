import { toErrorData } from '../../shared/errors.ts';
import type { ListName } from '../../shared/model/lists.ts';
import type { RowsByList, SearchProgress } from '../../shared/model/search.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { App } from '../app.ts';
import { rowsUnreadable } from '../database/index.ts';
import { type ExitCode, exitCode, worst } from './exit-code.ts';
import { reportError } from './report-error.ts';
import type { Terminal } from './terminal.ts';

/** Runs a query to its end and shows its progress; when the person stops it, the results so far stay. */
export async function runSearch(app: App, terminal: Terminal, query: SearchQuery): Promise<SearchProgress> {
  const ended = Promise.withResolvers<SearchProgress>();
  const { resultSetId } = await app.handlers['search.start'](query);
  function see(progress: SearchProgress): void {
    if (progress.resultSetId !== resultSetId) return;
    const { tasksDone, tasksTotal, documents } = progress;
    terminal.redraw(
      terminal.translator.t('searching', { done: tasksDone, total: tasksTotal, count: documents }),
    );
    if (progress.state !== 'running') ended.resolve(progress);
  }
  const off = app.on('search.progress', see);
  const stop = () => void app.handlers['search.cancel']({ resultSetId }).catch(ended.reject);
  terminal.signal.addEventListener('abort', stop, { once: true });
  // A signal from before the listener was added is not repeated.
  if (terminal.signal.aborted) stop();
  try {
    // It may have ended before the listener was added.
    see(await app.handlers['search.progress']({ resultSetId }));
    return await ended.promise;
  } finally {
    off();
    terminal.signal.removeEventListener('abort', stop);
    terminal.redraw('');
  }
}

/** Reports the failures of a search run, and returns its exit code. */
export function reportProblems(
  app: App,
  terminal: Terminal,
  { problems, state, error: end }: SearchProgress,
): ExitCode {
  const codes: ExitCode[] = [state === 'done' ? exitCode.done : exitCode.someFailed];
  for (const { subject, rut, error } of problems) {
    terminal.emit('problem', { subject, rut, error });
    terminal.say('problem', { subject });
    codes.push(reportError(app, terminal, error));
  }
  if (end) {
    terminal.emit('error', { error: end });
    codes.push(reportError(app, terminal, end));
  }
  if (state === 'cancelled') terminal.say('cancelled');
  return worst(codes);
}

/** Reports that a list lacks damaged rows, and returns the exit code. */
export function tellUnreadable(app: App, terminal: Terminal, count: number): ExitCode {
  if (count === 0) return exitCode.done;
  const error = toErrorData(rowsUnreadable(count));
  terminal.emit('error', { error });
  return reportError(app, terminal, error);
}

/** Every row of a list, page by page; `onUnreadable` gets the number of damaged rows, which are left out. */
export async function* rowsOf<List extends ListName>(
  app: App,
  resultSetId: string,
  list: List,
  onUnreadable: (count: number) => void,
): AsyncGenerator<RowsByList[List]['rows'][number]> {
  const limit = 500;
  for (let offset = 0; ; offset += limit) {
    const query = { resultSetId, list, offset, limit, sort: [], filter: '' };
    // The contract returns the rows of any list; the query names this one.
    const window = (await app.handlers['rows.page']({ ...query, group: 'none' })) as RowsByList[List];
    yield* window.rows;
    const { unreadable = 0 } = window;
    if (unreadable > 0) onUnreadable(unreadable);
    if (window.rows.length + unreadable < limit) return;
  }
}
