import type { Batch, BatchDocument, PauseReason, TransferState } from '../../shared/model/download.ts';
import { missingCount } from '../../shared/model/missing-count.ts';
import type { App } from '../app.ts';
import { type ExitCode, exitCode, worst } from './exit-code.ts';
import { reportError } from './report-error.ts';
import type { Terminal } from './terminal.ts';

/** The part of the app that reports a batch which has ended or is paused. */
interface BatchFacts {
  handlers: Pick<App['handlers'], 'downloads.documents'>;
  lastError: Pick<App['lastError'], 'save'>;
}

/** Reports each document's outcome and the totals; returns the exit code. */
export async function reportBatch(app: BatchFacts, terminal: Terminal, batch: Batch): Promise<ExitCode> {
  for await (const document of documentsOf(app, batch.id)) {
    const { documentId, dispatchNumber, type, folio, state, path, bytes, sha256, error } = document;
    terminal.emit('document', {
      id: documentId,
      dispatch: dispatchNumber,
      type,
      folio,
      state,
      path,
      bytes,
      sha256,
      error,
    });
    // A document without a file at the agency is no failure: the totals include their number.
    if (error && state !== 'no-file') {
      terminal.say('documentFailed', { dispatch: dispatchNumber, type, folio: folio || documentId });
      reportError(app, terminal, error);
    }
  }
  const { counts, folder, bytes } = batch;
  const { indexError, selectionError } = batch;
  const sums = { folder, documents: batch.documents, ...counts, bytes, state: batch.state.kind };
  terminal.emit('done', {
    ...sums,
    ...(indexError && { indexError }),
    ...(selectionError && { selectionError }),
  });
  const megabytes = terminal.translator.number(Math.round(bytes / 100_000) / 10);
  terminal.say('downloaded', { count: counts.done, megabytes, folder });
  for (const state of reportedStates) {
    if (counts[state] > 0) terminal.say(`verdict.${state}`, { count: counts[state] });
  }
  if (counts.cancelled > 0) terminal.say('cancelled');
  const errors = [selectionError, indexError].filter((error) => error !== undefined);
  for (const error of errors) reportError(app, terminal, error);
  const isWhole = missingCount(counts) + counts.cancelled + errors.length === 0;
  return worst([isWhole ? exitCode.done : exitCode.someFailed, codeOfState(app, terminal, batch)]);
}

const reportedStates = [
  'here',
  'no-file',
  'unsigned',
  'failed',
  'cancelled',
] as const satisfies readonly TransferState[];

const pauseCodes: { readonly [Why in PauseReason]?: ExitCode } = {
  offline: exitCode.noNetwork,
  'connection-refused': exitCode.refused,
};

function codeOfState(app: BatchFacts, terminal: Terminal, { state }: Batch): ExitCode {
  if (state.kind !== 'paused') return exitCode.done;
  terminal.say(`paused.${state.why}`);
  const code = state.error ? reportError(app, terminal, state.error) : exitCode.someFailed;
  return pauseCodes[state.why] ?? code;
}

async function* documentsOf(app: BatchFacts, batchId: string): AsyncGenerator<BatchDocument> {
  const limit = 500;
  for (let offset = 0; ; offset += limit) {
    const { rows } = await app.handlers['downloads.documents']({
      batchId,
      offset,
      limit,
      problemsOnly: false,
    });
    yield* rows;
    if (rows.length < limit) return;
  }
}
