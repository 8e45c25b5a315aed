import { toErrorData } from '../../../shared/errors.ts';
import { takeLowestPriority } from '../../lib/lowest-priority.mjs';
import { serveWork } from '../../lib/worker-task.mjs';
import type { TextFile } from '../text-layer/file-text.ts';
import { type PictureStep, readPagePictures } from './page-pictures.ts';

/** A step of the file at this index. */
export interface FilePictureStep {
  index: number;
  step: PictureStep;
}

serveWork<readonly TextFile[]>(async (files, onStep) => {
  takeLowestPriority();
  for (const [index, file] of files.entries()) {
    await readPagePictures(file, (step) => onStep({ index, step } satisfies FilePictureStep));
  }
  return { value: undefined };
}, toErrorData);
