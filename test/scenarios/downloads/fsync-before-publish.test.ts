import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import { type Disk, type DiskFile, realDisk } from '../../../electron/downloads/index.ts';
import { openFixture, practice } from '../../support/app/downloads-fixture.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

describe.each([
  ['small', 100_000],
  ['large', 9 * 2 ** 20],
])('a %s document', (_, fileBytes) => {
  /** What was done, in its order; with `…` where it began, without where it had ended. */
  let events: string[];
  let path: string;
  let close: () => Promise<unknown>;

  beforeEach(async () => {
    events = [];
    const agency = await practice({ fileBytes, documents: 60 });
    const home = temporaryFolder('durable');
    const store = await openStore(join(home, 'carpeta.db'));
    const folder = join(home, 'Carpetas');
    const overrides = { store: recordingStore(store), disk: recordingDisk(folder) };
    const fixture = await openFixture({ agency, home, overrides });
    close = () => Promise.all([fixture.close(), agency.close()]).then(() => store.close());
    const [one] = (await fixture.find()).filter(({ id }) => agency.data.document(id)?.file);
    const id = await fixture.start(one ? [one] : []);
    expect((await fixture.until(id)).counts.done).toBe(1);
    path = relative(folder, (await fixture.verdicts(id))[0]?.path ?? '');
  });
  afterEach(() => close());

  async function noted<T>(what: string, operation: () => Promise<T>): Promise<T> {
    events.push(`${what} …`);
    const result = await operation();
    events.push(what);
    return result;
  }
  function recordingStore(store: Store): Store {
    return new Proxy(store, {
      get(target, name, receiver) {
        if (name === 'writeSteps') {
          const write: Store['writeSteps'] = (owner, steps) => {
            events.push(...steps.map(({ kind }) => `ledger: ${kind}`));
            return target.writeSteps(owner, steps);
          };
          return write;
        }
        if (name === 'markIndexed') events.push('ledger: told');
        return Reflect.get(target, name, receiver);
      },
    });
  }
  function recordingDisk(folder: string): Disk {
    // Of names that nobody else has, only that they are so is of interest.
    const short = (whole: string) => relative(folder, whole).replace(/[0-9a-f-]{36}/, '*');
    const recordingFile = (name: string, file: DiskFile): DiskFile => ({
      ...file,
      write: (chunks) => noted(`write ${name}`, () => file.write(chunks)),
      sync: () => noted(`sync ${name}`, () => file.sync()),
    });
    return {
      ...realDisk,
      create: async (whole) => recordingFile(short(whole), await realDisk.create(whole)),
      link: (from, to) => noted(`link ${short(to)}`, () => realDisk.link(from, to)),
      rename: (from, to) => noted(`rename ${short(to)}`, () => realDisk.rename(from, to)),
      syncFolder: (whole) => noted(`sync folder ${short(whole)}`, () => realDisk.syncFolder(whole)),
    };
  }
  function expectOrder(...expected: string[]): void {
    const last = new Map(events.map((event, index) => [event, index]));
    expect(events).toEqual(expect.arrayContaining(expected));
    expect(expected.toSorted((a, b) => (last.get(a) ?? 0) - (last.get(b) ?? 0))).toEqual(expected);
  }
  const whole = (operation: string) => [`${operation} …`, operation];

  test('is on disk for sure before it has its name, and its name is before the ledger says so', () => {
    const part = path.replace(/\.\w+$/, '.part');
    events = events.slice(0, events.indexOf('ledger: landed') + 1);
    expectOrder(
      `write ${part}`,
      ...whole(`sync ${part}`),
      ...whole(`link ${path}`),
      ...whole(`sync folder ${dirname(path)}`),
      'ledger: landed',
    );
    // The folders above it are as new as it is.
    for (let above = dirname(path); above !== '.'; above = dirname(above)) {
      const parent = dirname(above) === '.' ? '' : dirname(above);
      expectOrder(...whole(`link ${path}`), ...whole(`sync folder ${parent}`), 'ledger: landed');
    }
  });

  test.each(['indice.csv', 'SHA256SUMS'])('stands in %s for sure before it counts as told', (name) => {
    expectOrder(
      `write ${name}.*.part`,
      ...whole(`sync ${name}.*.part`),
      ...whole(`rename ${name}`),
      ...whole('sync folder '),
      'ledger: told',
    );
  });
});
