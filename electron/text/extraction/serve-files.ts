import { toErrorData } from '../../../shared/errors.ts';
import { takeLowestPriority } from '../../lib/lowest-priority.mjs';
import { serveWork } from '../../lib/worker-task.mjs';
import type { TextFile } from './file-text.ts';

/** A step of the file at this index. */
export interface FileStep<Step> {
  index: number;
  step: Step;
}

/** Serves, in this process, the reading of files one after the other at the lowest priority. */
export function serveFiles<Step>(
  read: (file: TextFile, onStep: (step: Step) => void) => Promise<void>,
): void {
  serveWork<readonly TextFile[]>(async (files, onStep) => {
    takeLowestPriority();
    for (const [index, file] of files.entries()) {
      await read(file, (step) => onStep({ index, step } satisfies FileStep<Step>));
    }
    return { value: undefined };
  }, toErrorData);
}
