/**
 * The app as a process of its own, over a home where files wait to be read: `reading-app JSON`. Prints a line
 * of JSON once it has begun to read, and one for the batch that it then downloads. Ends with standard input,
 * and prints how many files wait still.
 */
import { once } from 'node:events';
import { createApp } from '../../../electron/app.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { TextState } from '../../../shared/model/text-search.ts';
import { testHost } from '../../support/app/host.ts';
import { memoryPreferences } from '../../support/app/preferences.ts';
import type { ServedRequest } from './whole-server.ts';

/** A batch of all that an agency has. */
interface PlannedBatch extends ServedRequest {
  rut: Rut;
  key: string;
  folder: string;
}

/** What the app does beside reading. */
export interface ReadingPlan {
  home: string;
  /** Whether the reading is paused once it has begun, as in a process that has read for a while. */
  isPaused: boolean;
  batch?: PlannedBatch;
}

/** A batch of the app: seconds of time, and of processors of this process alone. */
export interface ReadingBatch {
  seconds: number;
  processor: number;
  done: number;
}

const plan = JSON.parse(process.argv[2] ?? '') as ReadingPlan;
const preferences = memoryPreferences({ settings: { pausesTexts: true, readsScans: 'never' } });
const app = await createApp(testHost(plan.home, { kind: 'chromium', preferences }), { completes: false });
const say = (said: object) => console.log(JSON.stringify(said));

/** Resolves once the reading is in this state. */
function untilTexts(expected: TextState): Promise<void> {
  return new Promise((resolve) => {
    const off = app.on('texts.progress', ({ state }) => {
      if (state !== expected) return;
      off();
      resolve();
    });
  });
}

async function beginReading(): Promise<void> {
  const reads = untilTexts('reading');
  await app.handlers['settings.change']({ pausesTexts: false });
  await reads;
  if (plan.isPaused) {
    const pauses = untilTexts('paused');
    await app.handlers['settings.change']({ pausesTexts: true });
    await pauses;
  }
  say({ isReading: !plan.isPaused });
}

async function searchAll({ baseUrl, agency, key, rut, from, to }: PlannedBatch): Promise<string> {
  const { id } = await app.connections.addEphemeral({ baseUrl, agency, key });
  const searched = Promise.withResolvers<void>();
  app.on('search.progress', ({ state }) => {
    if (state !== 'running') searched.resolve();
  });
  const { resultSetId } = await app.handlers['search.start']({
    kind: 'range',
    connectionIds: [id],
    ruts: [rut],
    range: { kind: 'days', start: from, end: to },
    types: { kind: 'all', operation: 'both' },
    complete: false,
  });
  await searched.promise;
  return resultSetId;
}

async function download(resultSetId: string, folder: string): Promise<ReadingBatch> {
  const ended = Promise.withResolvers<number>();
  app.on('downloads.progress', ({ batches }) => {
    for (const { state, counts } of batches) if (state.kind === 'ended') ended.resolve(counts.done);
  });
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await app.downloads.start({
    selection: { kind: 'all', resultSetId, filter: '', except: [] },
    folder,
    withInactive: false,
    force: false,
  });
  const done = await ended.promise;
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - begun) / 1_000, processor: (user + system) / 1_000_000, done };
}

const resultSetId = plan.batch && (await searchAll(plan.batch));
await beginReading();
if (plan.batch && resultSetId !== undefined) say(await download(resultSetId, plan.batch.folder));
process.stdin.resume();
await once(process.stdin, 'end');
const { waiting } = await app.handlers['texts.status'](undefined);
say({ waiting });
await app.close();
process.exit();
