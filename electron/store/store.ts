import { dirname } from 'node:path';
import { CarpetaError } from '../../shared/errors.ts';
import { ensureFolderSync } from '../ensure-folder.ts';
import { createLane } from './lane.ts';
import { type StoreMethods, studyNames } from './methods.ts';
import { removeSetAside } from './set-aside.ts';
import type { LaneOpened } from './worker.ts';

/** The store as the rooms see it: every method of `methods.ts`, answered by a worker. */
export type Store = {
  readonly [Name in keyof StoreMethods]: (
    ...input: Parameters<StoreMethods[Name]>
  ) => Promise<ReturnType<StoreMethods[Name]>>;
} & {
  /** What opening had to do: a damaged file was set aside under this path. */
  readonly setAside: string | undefined;
  /** Deletes for good the damaged files that were set aside here, whenever that was. Rejects with `FILE_LOCKED`. */
  removeSetAside(): Promise<void>;
  /** Ends the workers after what is under way; the file is whole afterwards. */
  close(): Promise<void>;
};

/**
 * Opens the SQLite file at `path` in two workers, one that writes and one that reads, so that no query delays the main event loop and no
 * writing delays a list (docs/architecture.md); a third is started when something is first asked that takes its time. A damaged file is set aside and a new one begun; one of a newer version rejects with
 * `STORE_NEWER`, one that other steps or another program made with `STORE_FOREIGN`, and is left as it is. A method rejects with `STORE_DAMAGED`, `STORE_BUSY`, `STORE_STOPPED` where its worker died on
 * the way (the next call has a new one), and `CANCELLED` once it is closed.
 */
export async function openStore(path: string): Promise<Store> {
  ensureFolderSync(dirname(path));
  const writer = createLane(path, 'writer');
  const reader = createLane(path, 'reader');
  const studies = createLane(path, 'student');
  const close = async () => {
    await studies.close();
    // The last connection to close empties the write-ahead log: it must be one that may write.
    await reader.close();
    await writer.close();
  };
  try {
    const { setAside: found, names } = (await writer.ask('open', [])) as LaneOpened;
    const reads = new Set(((await reader.ask('open', [])) as LaneOpened).names);
    const laneOf = new Map(
      [...names, ...reads].map((name) => [name, reads.has(name) ? reader : writer] as const),
    );
    let setAside = found;
    const own = {
      close,
      get setAside() {
        return setAside;
      },
      async removeSetAside() {
        await removeSetAside(path);
        setAside = undefined;
      },
    };
    // The one cast of the room: the proxy gives every name of StoreMethods the type that Store states.
    return new Proxy(own, {
      get: (target, name) => {
        if (typeof name !== 'string' || name === 'then') return undefined;
        if (name in target) return target[name as keyof typeof target];
        if (studyNames.has(name)) return (...input: unknown[]) => studies.ask(name, input);
        return (...input: unknown[]) =>
          laneOf.get(name)?.ask(name, input) ??
          Promise.reject(new CarpetaError('UNEXPECTED', `the store has no method ${name}`));
      },
    }) as unknown as Store;
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
