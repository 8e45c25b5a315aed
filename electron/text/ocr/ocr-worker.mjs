// @ts-check
// Built JavaScript alone: V8 now and then ends a process that strips types while it frees their code. The
// engine has it compile and free far more (docs/decisions/0001).
import { takeLowestPriority } from '../../lib/lowest-priority.mjs';
import { serveWork } from '../../lib/worker-task.mjs';
import { createOcrEngine } from './ocr-engine.mjs';

/**
 * A step: the engine is ready, or the page at this index is read; without a result it could not be.
 * @typedef {{ kind: 'ready' }
 *   | { kind: 'page', index: number, page?: import('./ocr-engine.mjs').RecognizedPage }} OcrStep
 */

serveWork(
  /** @param {readonly import('./ocr-engine.mjs').PageImage[]} images */
  async (images, onStep) => {
    takeLowestPriority();
    const engine = await createOcrEngine();
    onStep(/** @satisfies {OcrStep} */ ({ kind: 'ready' }));
    for (const [index, image] of images.entries()) {
      /** @type {OcrStep} */
      const step = { kind: 'page', index };
      try {
        step.page = engine.recognize(image);
      } catch (error) {
        // Memory that ran out leaves the engine broken: another process goes on behind this page.
        if (error instanceof WebAssembly.RuntimeError) throw error;
      }
      onStep(step);
    }
    return { value: undefined };
  },
  (error) => ({ code: 'UNEXPECTED', message: error instanceof Error ? error.message : 'the engine failed' }),
);
