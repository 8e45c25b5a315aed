/**
 * A program that changes preferences as fast as it can, once it is told to, beside another that does the
 * same.
 */
import { once } from 'node:events';
import { createPreferences } from '../../../electron/platform/terminal/index.ts';

/** What such a process is told, as JSON in `CHANGES`. */
export interface Changes {
  folder: string;
  name: string;
  times: number;
}

const order = process.env['CHANGES'];
if (order !== undefined) {
  const { folder, name, times }: Changes = JSON.parse(order);
  const preferences = createPreferences(folder);
  process.send?.('ready');
  await once(process, 'message');
  for (let n = 0; n < times; n++) {
    preferences.change('count', (count) => Number(count ?? 0) + 1);
    preferences.change('entries', (some) => [...(Array.isArray(some) ? some : []), `${name}${n}`]);
    preferences.change(`own-${name}`, () => n);
  }
  process.disconnect?.();
}
