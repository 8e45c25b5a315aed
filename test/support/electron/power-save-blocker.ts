import { addState } from './state.ts';

export const powerState = addState(() => ({
  blockers: new Set<number>(),
  /** Seconds since somebody used the computer, or that it cannot tell; and whether it runs on its battery. */
  unusedSeconds: 0 as number | 'unknown',
  isOnBattery: false,
}));

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

export const powerMonitor = {
  getSystemIdleState: (seconds: number) => {
    const { unusedSeconds } = powerState;
    if (unusedSeconds === 'unknown') return 'unknown';
    return unusedSeconds >= seconds ? 'idle' : 'active';
  },
  isOnBatteryPower: () => powerState.isOnBattery,
};
