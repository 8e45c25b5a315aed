/**
 * The app as a process of its own, over a home with an index of words: `indexed-memory JSON`. Waits until the
 * index is compared with the ledger, searches, and prints what its memory was.
 */
import { readFileSync } from 'node:fs';
import { createApp } from '../../../electron/app.ts';
import { testHost } from '../../support/app/host.ts';

export interface IndexedMemoryPlan {
  home: string;
  /** Texts that are looked for one after the other. */
  texts: readonly string[];
}

/** Memory of the main process with its threads, MiB, and how many documents have words in the index. */
export interface IndexedMemory {
  indexed: number;
  /** Its own; where the system does not tell, all of it. */
  mb: number;
  /** Of the mapped database and programs: the system takes it back when it needs it. */
  mappedMb: number;
}

const { home, texts } = JSON.parse(process.argv[2] ?? '') as IndexedMemoryPlan;
const app = await createApp(testHost(home, { kind: 'chromium' }), { completes: false });
await new Promise<void>((resolve) => {
  app.on('texts.progress', ({ state }) => state === 'idle' && resolve());
});
for (const text of texts) await app.texts.find({ text, filter: {}, limit: 50, offset: 0 });
const { read } = await app.handlers['texts.status'](undefined);
console.log(JSON.stringify({ indexed: read, ...memory() } satisfies IndexedMemory));
await app.close();
process.exit();

function memory(): Pick<IndexedMemory, 'mb' | 'mappedMb'> {
  if (process.platform !== 'linux') return { mb: process.memoryUsage.rss() / 2 ** 20, mappedMb: 0 };
  const status = readFileSync('/proc/self/status', 'utf8');
  const mbOf = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 2 ** 10;
  return { mb: mbOf('RssAnon'), mappedMb: mbOf('RssFile') };
}
