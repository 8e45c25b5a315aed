import type { Store } from '../../store/index.ts';
import type { Disk } from '../destination/disk.ts';
import type { Run } from './run.ts';

/** Sets documents whose files were done and are not there any more back to waiting; gives how many. */
export async function findLost(store: Store, disk: Disk, owner: string, run: Run): Promise<number> {
  const { uuid } = run.batch;
  let lost = 0;
  for (let after = 0; ; ) {
    const files = await store.ledgerDone(uuid, after, 500);
    const last = files.at(-1);
    if (!last) break;
    after = last.id;
    const missing: number[] = [];
    for (const { id, path, size } of files) {
      const found = await disk.look(run.destination.at(path));
      if (found?.kind !== 'file' || found.size !== size) missing.push(id);
    }
    if (missing.length > 0) await store.ledgerLost(uuid, owner, missing);
    lost += missing.length;
  }
  run.isDoubtful = false;
  return lost;
}
