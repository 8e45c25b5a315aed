import { resolve } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { App } from '../../app.ts';
import { type ExitCode, exitCode, exitCodeOf, worst } from '../exit-code.ts';
import { endedOf, followBatch } from '../follow-batch.ts';
import { printTable } from '../print-table.ts';
import { needed, readArguments, UsageError, wholeNumber } from '../read-arguments.ts';
import { reportBatch } from '../report-batch.ts';
import { withApp } from '../session.ts';
import type { Command, Terminal } from '../terminal.ts';

/** `batches [list|cancel|move]`: started downloads, and a new folder for one whose folder is missing. */
export const batches: Command = async (terminal) => {
  const { values, positionals } = readArguments(
    terminal.arguments,
    { into: { type: 'string' }, wait: { type: 'string' } },
    2,
  );
  const [verb = 'list', name = ''] = positionals;
  if (verb === 'list') return withApp(terminal, (app) => list(app, terminal));
  if (verb !== 'cancel' && verb !== 'move') throw new UsageError('usage.batches');
  if (name === '') throw new UsageError('usage.noBatch');
  if (verb === 'cancel') return withApp(terminal, (app) => cancel(app, terminal, name));
  const folder = resolve(needed(values.into, '--into'));
  const waitMinutes = wholeNumber(values.wait, '--wait', { from: 0, to: 1440 }) ?? 5;
  return withApp(terminal, (app) => move(app, terminal, name, { folder, waitMinutes }));
};

async function list(app: App, terminal: Terminal): Promise<ExitCode> {
  const all = await app.handlers['downloads.list'](undefined);
  for (const batch of all) terminal.emit('batch', { item: batchItem(batch) });
  printTable(terminal, all, {
    name: ({ name }) => name,
    folder: ({ folder }) => folder,
    state: ({ state }) =>
      terminal.translator.t(state.kind === 'paused' ? `paused.${state.why}` : `batch.${state.kind}`),
    documents: (batch) => `${endedOf(batch)} / ${batch.documents}`,
    batch: ({ id }) => id,
  });
  terminal.emit('done', { batches: all.length });
  terminal.say('batches', { count: all.length });
  const unreadable = all.flatMap(({ selectionError: error }) =>
    error?.code === 'ROW_UNREADABLE' ? [error] : [],
  );
  for (const error of unreadable) {
    terminal.emit('error', { error });
    terminal.complain(error);
  }
  return worst([exitCode.done, ...unreadable.map(exitCodeOf)]);
}

async function cancel(app: App, terminal: Terminal, name: string): Promise<ExitCode> {
  const { id, state } = await named(app, name);
  await app.handlers['downloads.control']({ action: 'cancel', batchId: id });
  const batch = await named(app, id);
  terminal.emit('done', { item: batchItem(batch) });
  terminal.say(state.kind === 'ended' ? 'batchHadEnded' : 'batchCancelled', { name: batch.name });
  return exitCode.done;
}

async function move(
  app: App,
  terminal: Terminal,
  name: string,
  { folder, waitMinutes }: { folder: string; waitMinutes: number },
): Promise<ExitCode> {
  const { id } = await named(app, name);
  const { batchId } = await app.handlers['downloads.move']({ batchId: id, folder });
  return reportBatch(app, terminal, await followBatch(app, terminal, batchId, waitMinutes));
}

/** The batch with this id; else the newest with this name. */
async function named(app: App, name: string): Promise<Batch> {
  const all = await app.handlers['downloads.list'](undefined);
  const found = all.find(({ id }) => id === name) ?? all.find((batch) => batch.name === name);
  if (!found) throw new AppError('BATCH_GONE', 'no batch of that id or name');
  return found;
}

function batchItem({ id, name, folder, state, documents, counts }: Batch) {
  return { id, name, folder, state: { ...state }, documents, counts: { ...counts } };
}
