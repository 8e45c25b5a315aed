import type { Preferences } from '../../../electron/host.ts';

/** Preferences in memory, as JSON would bring them back. */
export function memoryPreferences(initial: Readonly<Record<string, unknown>> = {}): Preferences {
  const values = new Map<string, unknown>(Object.entries(initial));
  return {
    get: (key) => structuredClone(values.get(key)),
    change: (key, next) => {
      const value = next(structuredClone(values.get(key)));
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}
