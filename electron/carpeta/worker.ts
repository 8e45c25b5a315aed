import { stat } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { CarpetaError, type Outcome, toErrorData } from '../../shared/errors.ts';
import { diskError } from './disk-error.ts';
import type { Work, Works } from './work.ts';

/** What the worker says: one step done, or the end. */
export type WorkerMessage = { kind: 'step' } | { kind: 'end'; outcome: Outcome<Works[Work['kind']]> };

const port = parentPort;
if (!port) throw new CarpetaError('UNEXPECTED', 'papers are merged in a worker only');

const say = (message: WorkerMessage): void => port.postMessage(message);

async function perform(work: Work): Promise<Works[Work['kind']]> {
  // Each kind loads its own library: that of papers takes longer to load than most archives to write.
  switch (work.kind) {
    case 'merge': {
      const { mergePapers } = await import('./pdf/merge.ts');
      return mergePapers(work.job, () => say({ kind: 'step' }));
    }
    case 'zip': {
      const { writeZip } = await import('./write-zip.ts');
      await writeZip(work.path, work.files);
      return { bytes: (await stat(work.path)).size };
    }
  }
}

port.once('message', (work: Work) => {
  perform(work).then(
    (value) => say({ kind: 'end', outcome: { ok: true, value } }),
    (thrown: unknown) => say({ kind: 'end', outcome: { ok: false, error: toErrorData(diskError(thrown)) } }),
  );
});
