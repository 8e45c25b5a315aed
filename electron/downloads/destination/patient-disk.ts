import type { Clock } from '../../host.ts';
import type { Disk } from './disk.ts';
import { isBusy, patiently } from './disk-error.ts';

/**
 * A disk that opens files patiently: a scanner or synchroniser may hold one for a moment, and Windows keeps the name of a file that was removed
 * for as long as anybody has it open. Acts that give or take a name are repeated by their callers, who first see what stands there by then.
 */
export function opensPatiently(disk: Disk, clock: Pick<Clock, 'sleep'>): Disk {
  return {
    ...disk,
    create: (path) => patiently(clock, () => disk.create(path)),
    append: (path) => patiently(clock, () => disk.append(path)),
    // Whoever is not allowed to read a file need not wait to hear it.
    read: (path) => patiently(clock, () => disk.read(path), { mayPass: isBusy }),
  };
}
