import { toErrorData } from '../../../shared/errors.ts';
import { takeLowestPriority } from '../../lib/lowest-priority.mjs';
import { serveWork } from '../../lib/worker-task.mjs';
import { readFileText, type TextFile, type TextStep } from './file-text.ts';

/** A step of the file at this index. */
export interface FileStep {
  index: number;
  step: TextStep;
}

serveWork<readonly TextFile[]>(async (files, onStep) => {
  takeLowestPriority();
  for (const [index, file] of files.entries()) {
    await readFileText(file, (step) => onStep({ index, step } satisfies FileStep));
  }
  return { value: undefined };
}, toErrorData);
