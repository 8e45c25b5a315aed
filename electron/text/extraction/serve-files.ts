import { flushCompileCache } from 'node:module';
import { toErrorData } from '../../../shared/errors.ts';
import { takeLowestPriority } from '../../lib/lowest-priority.mjs';
import { serveWork } from '../../lib/worker-task.mjs';
import type { TextFile } from './file-text.ts';

/** A step of the file at this index. */
export interface FileStep<Step> {
  index: number;
  step: Step;
}

/**
 * Growth of a process since its start that ends it, bytes: parsers keep more than they free. Electron's
 * processes begin with more memory than Node's.
 */
const maxGrowthBytes = 112 * 1024 * 1024;

/**
 * Serves, in this process, the reading of files one after the other at the lowest priority. A process that
 * has grown ends after the file that it has read: another goes on.
 */
export function serveFiles<Step>(
  read: (file: TextFile, onStep: (step: Step) => void) => Promise<void>,
): void {
  serveWork<readonly TextFile[]>(async (files, onStep) => {
    takeLowestPriority();
    const before = process.memoryUsage.rss();
    for (const [index, file] of files.entries()) {
      await read(file, (step) => onStep({ index, step } satisfies FileStep<Step>));
      // Otherwise written at an orderly exit alone: this process is killed.
      if (index === 0) flushCompileCache();
      if (process.memoryUsage.rss() - before > maxGrowthBytes) break;
    }
    return { value: undefined };
  }, toErrorData);
}
