import { once } from 'node:events';
import { definedOnly } from '../../../shared/model/json.ts';
import { hasCode } from '../../lib/retry-while-locked.ts';
import { exitCode } from '../exit-code.ts';
import { percentage, readArguments, UsageError, wholeNumber } from '../read-arguments.ts';
import type { Command } from '../terminal.ts';

/** `practice`: runs the practice agency until it is stopped. Its first line has the URL and the key. */
export const practice: Command = async (terminal) => {
  const { values } = readArguments(terminal.arguments, {
    port: { type: 'string' },
    documents: { type: 'string' },
    seed: { type: 'string' },
    latency: { type: 'string' },
    'url-lifetime': { type: 'string' },
    unsigned: { type: 'string' },
    'internal-error': { type: 'string' },
    cut: { type: 'string' },
    importer: { type: 'boolean' },
  });
  const options = {
    port: wholeNumber(values.port, '--port', { from: 0, to: 65_535 }),
    documents: wholeNumber(values.documents, '--documents', { from: 0, to: 10_000_000 }),
    seed: values.seed,
    latencyMs: wholeNumber(values.latency, '--latency', { from: 0, to: 600_000 }),
    urlLifetimeSeconds: wholeNumber(values['url-lifetime'], '--url-lifetime', { from: 1, to: 604_800 }),
    unsignedPercent: percentage(values.unsigned, '--unsigned'),
    internalErrorPercent: percentage(values['internal-error'], '--internal-error'),
    cutPercent: percentage(values.cut, '--cut'),
  };
  // Loaded on demand: only practice needs its data and documents.
  const { startPractice } = await import('../../practice/index.ts');
  const agency = await startPractice(definedOnly(options)).catch((error: unknown) => {
    const isTaken = hasCode(error, 'EADDRINUSE');
    throw isTaken ? new UsageError('usage.portTaken', { port: values.port ?? '' }) : error;
  });
  try {
    // The only key that is ever printed: it gives access to made-up data alone, and the caller needs it.
    const { baseUrl, agency: id, key } = agency;
    const clients = values.importer ? [agency.importer] : agency.clients;
    terminal.printAsIs(JSON.stringify({ baseUrl, agency: id, key, clients }));
    terminal.say('practiceRuns', { baseUrl });
    if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
  } finally {
    await agency.close();
  }
  return exitCode.done;
};
