import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../electron/app.ts';
import { createHttpClient, createPreferences } from '../../electron/platform/terminal/index.ts';
import { type PracticeAgency, startPractice } from '../support/agency/practice-agency.ts';
import { downloadEverything } from '../support/app/download-everything.ts';
import { createFakeClock } from '../support/app/fake-clock.ts';
import { testHost } from '../support/app/host.ts';
import { memorySecrets } from '../support/app/secrets.ts';
import { filesContainingDeep } from '../support/disk/deep-bytes.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

// Repeated whole by a service and its storage, wherever they can.
const key = 'AIzaSyD/planted+key&9xyz=Q';
const root = temporaryFolder('echoed');
const [home, folder] = [join(root, 'home'), join(root, 'Carpetas')] as const;
const signatures = new Set<string>();
const files: Record<string, number> = {};
let agency: PracticeAgency;

beforeAll(async () => {
  mkdirSync(folder);
  agency = await startPractice({ documents: 60, clients: 1, seed: 'echoed', today: '2026-11-20', key });
  agency.faults.add({ kind: 'echo' });
  agency.faults.add({ kind: 'storage-echo', what: 'link', times: 15 });
  agency.faults.add({ kind: 'storage-echo', what: 'signature', skip: 15 });
  agency.faults.add({ kind: 'storage-answer', status: 403, page: 'xml', times: 2 });
  agency.faults.add({ kind: 'storage-cut', after: 0.5, times: 4 });
  const network = createHttpClient();
  const host = testHost(home, {
    preferences: createPreferences(home),
    secrets: memorySecrets(),
    clock: createFakeClock({ passes: (ms) => ms < 2_000 }),
    httpGet: (url, options) => {
      const signature = new URL(url).searchParams.get('X-Goog-Signature');
      if (signature) signatures.add(signature);
      return network.httpGet(url, options);
    },
  });
  const app = await createApp(host);
  for (const { state } of await downloadEverything(app, agency, folder))
    files[state] = (files[state] ?? 0) + 1;
  // The log keeps what an error tells, and the store its write-ahead log while it is open.
  check = [...foldersOf()];
  await app.close();
  network.close();
}, 60_000);
afterAll(() => agency.close());

/** What was found while the store was open. */
let check: string[] = [];

function foldersOf(): string[] {
  const forms = [key, ...signatures].flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ x: secret }).toString().slice(2),
  ]);
  return [home, folder].flatMap((each) => filesContainingDeep(each, forms));
}

it('a service and a storage that repeat the key and the links that they were asked by still serve documents', () => {
  expect(signatures.size).toBeGreaterThan(20);
  expect(files['done']).toBeGreaterThan(20);
  expect(filesContainingDeep(folder, ['sha256']).length).toBeGreaterThan(0);
  expect(filesContainingDeep(home, ['Agencia']).length).toBeGreaterThan(0);
});

it('neither the key nor a signature that they repeat reaches a file: store, write-ahead log, index, logs', () => {
  expect(check).toEqual([]);
  expect(foldersOf()).toEqual([]);
});
