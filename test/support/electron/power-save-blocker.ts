import { addState } from './state.ts';

export const powerState = addState(() => ({ blockers: new Set<number>() }));

export const powerSaveBlocker = {
  start: () => {
    const id = Math.max(0, ...powerState.blockers) + 1;
    powerState.blockers.add(id);
    return id;
  },
  isStarted: (id: number) => powerState.blockers.has(id),
  stop: (id: number) => {
    if (!powerState.blockers.delete(id)) throw new Error('no such blocker');
  },
};
