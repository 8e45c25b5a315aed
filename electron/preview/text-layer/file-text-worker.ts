import { constants, setPriority } from 'node:os';
import { toErrorData } from '../../../shared/errors.ts';
import { serveWork } from '../../lib/worker-task.ts';
import { readFileText, type TextFile, type TextStep } from './file-text.ts';

/** A step of the file at this index. */
export interface FileStep {
  index: number;
  step: TextStep;
}

serveWork<readonly TextFile[]>(async (files, onStep) => {
  yieldProcessor();
  for (const [index, file] of files.entries()) {
    await readFileText(file, (step) => onStep({ index, step } satisfies FileStep));
  }
  return { value: undefined };
}, toErrorData);

/** Whatever a person does comes first. A system that refuses runs the process as any other. */
function yieldProcessor(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some containers forbid it.
  }
}
