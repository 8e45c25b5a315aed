import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { StartWorker } from '../../../electron/host.ts';
import type { WorkerMessage } from '../../../electron/lib/worker-task.mjs';
import { startWorker } from '../../../electron/platform/terminal/index.ts';
import { createReadFileTexts, createReadScans } from '../../../electron/text/index.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { picturePdf, scanJpeg } from '../../support/samples/made-scan.ts';
import { sha256Of, textPdf } from '../../support/samples/text-files.ts';

/** The priorities of a process; on Linux, where each thread has its own, of all its threads. */
function prioritiesOf(pid: number): number[] {
  if (process.platform !== 'linux') return [getPriority(pid)];
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const afterName = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1) ?? '';
    // `nice`, the nineteenth field (proc(5)).
    return Number(afterName.split(' ')[16]);
  });
}

/** Starts processes, and notes the priorities of each at its first step. */
function notingPriorities() {
  const seen = new Map<string, Set<number>>();
  const start: StartWorker = async (script, limits) => {
    let child: ChildProcess | undefined;
    // Published before the process has its id.
    const note = (message: unknown) => {
      child = (message as { process: ChildProcess }).process;
    };
    subscribe('child_process', note);
    const starting = startWorker(script, limits);
    unsubscribe('child_process', note);
    const worker = await starting;
    return {
      ...worker,
      onMessage: (listener) =>
        worker.onMessage((message) => {
          const name = basename(script.pathname);
          const { kind } = message as WorkerMessage;
          if (kind === 'step' && !seen.has(name)) seen.set(name, new Set(prioritiesOf(child?.pid ?? 0)));
          listener(message);
        }),
    };
  };
  return { start, seen };
}

test('every process that reads words leaves the processors to all others', async () => {
  const { start, seen } = notingPriorities();
  const folder = temporaryFolder();
  const store = (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content);
    return { path: join(folder, name), sha256: sha256Of(content) };
  };
  const invoice = store('factura.pdf', await textPdf(['Factura comercial']));
  const scan = store('escaneo.pdf', await picturePdf([scanJpeg('Conocimiento de embarque')]));
  const read: string[] = [];
  await createReadFileTexts(start)([invoice], (_, { words }) => {
    read.push(...words.map(({ text }) => text));
  });
  await createReadScans(start)([{ ...scan, page: 1 }], (_, outcome) => {
    if (outcome.kind === 'words') read.push(outcome.words.map(({ text }) => text).join(' '));
  });
  expect(read).toEqual([expect.stringContaining('Factura'), expect.stringContaining('embarque')]);
  const lowest = new Set([constants.priority.PRIORITY_LOW]);
  expect([...seen]).toEqual([
    ['file-text-worker.ts', lowest],
    ['page-pictures-worker.ts', lowest],
    ['ocr-worker.mjs', lowest],
  ]);
});
