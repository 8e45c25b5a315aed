import { createContext, use, useCallback, useEffect, useMemo, useRef } from 'react';
import type { AppError } from '../../shared/errors.ts';
import { useAppMutation } from '../ipc/invoke-hooks.ts';

/** How a dismissed or cleared item is restored. */
export interface UndoStep {
  undo: () => unknown;
  /** Whether undo still makes sense: not once a cleared field has new text. */
  isPossible?: () => boolean;
  /** Performs permanently what was only hidden: called once, when undo is no longer possible. */
  commit?: () => void;
}

interface Undo {
  /** Undoes the last dismissal or clearing. Returns whether there was one. */
  runUndo(): boolean;
  /** Why the last undo failed. */
  error: AppError | null;
  forgetError(): void;
}

export const UndoContext = createContext<Undo>({
  runUndo: () => false,
  error: null,
  forgetError: () => undefined,
});

/** The undo function, for its key. */
export function useUndo(): Undo {
  return use(UndoContext);
}

/** How long a message with undo is shown, ms: longer than others, because the person reads it and decides. */
export const shownWithUndoMs = 10_000;
/**
 * How long something without a `commit` can be undone, ms: later nobody remembers what the key would undo.
 */
const undoableMs = 60_000;
/** Maximum number of undo steps. */
const maxUndoSteps = 20;

/**
 * What can be undone, the last first. `onUndo` is called as an undo begins, and must be stable; `onUndone`
 * once it has succeeded.
 */
export function useUndoSteps(
  onUndo: () => void,
  onUndone: () => void,
): { addStep: (step: UndoStep) => void; undoState: Undo } {
  const steps = useRef<UndoStep[]>([]);
  const sequence = useRef(0);

  const commitStep = useCallback((step: UndoStep) => {
    if (!steps.current.includes(step)) return;
    steps.current = steps.current.filter((one) => one !== step);
    step.commit?.();
  }, []);
  const addStep = useCallback(
    (step: UndoStep) => {
      for (const earlier of steps.current.slice()) if (earlier.commit) commitStep(earlier);
      steps.current = [...steps.current, step].slice(-maxUndoSteps);
      setTimeout(() => commitStep(step), step.commit ? shownWithUndoMs : undoableMs);
    },
    [commitStep],
  );
  // Keyed by its number: two quick undos in a row both run.
  const { mutate, error, reset } = useAppMutation(
    async ({ undo }: { sequence: number; undo: UndoStep['undo'] }) => {
      await undo();
      onUndone();
    },
  );
  const runUndo = useCallback(() => {
    let step = steps.current.pop();
    while (step?.isPossible?.() === false) step = steps.current.pop();
    if (!step) return false;
    onUndo();
    sequence.current++;
    mutate({ sequence: sequence.current, undo: step.undo });
    return true;
  }, [mutate, onUndo]);
  useEffect(() => {
    function commitAll() {
      for (const step of steps.current.slice()) commitStep(step);
    }
    window.addEventListener('pagehide', commitAll);
    return () => window.removeEventListener('pagehide', commitAll);
  }, [commitStep]);
  const undoState = useMemo(() => ({ runUndo, error, forgetError: () => reset() }), [runUndo, error, reset]);
  return { addStep, undoState };
}
