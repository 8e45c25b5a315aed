import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setOwnSession } from '../../../../../electron/platform/electron/session-folder.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { app, electron, resetElectron } from '../../../../support/electron/index.ts';

describe('session folder of a process of its own', () => {
  beforeEach(() => resetElectron('entry loading'));
  afterEach(() => void vi.restoreAllMocks());

  it('takes away those of processes that have ended, and no other', () => {
    const home = temporaryFolder('sessions');
    for (const name of ['session', 'session-0', 'session-41', 'session-42', 'session-43', 'session-x'])
      mkdirSync(join(home, name));
    vi.spyOn(process, 'kill').mockImplementation((pid) => {
      // 42 has ended; 43 is somebody else's, who may not be asked.
      if (pid === 42) throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
      if (pid === 43) throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
      return true;
    });
    setOwnSession(home);
    expect(readdirSync(home).sort()).toEqual(['session', 'session-41', 'session-43', 'session-x']);
    expect(electron.paths.get('sessionData')).toBe(join(home, `session-${process.pid}`));
  });

  it('goes with its process, and needs no folder around it to be there yet', () => {
    const home = join(temporaryFolder('sessions'), 'not-there');
    setOwnSession(home);
    const own = join(home, `session-${process.pid}`);
    mkdirSync(own, { recursive: true });
    app.emit('quit');
    expect(readdirSync(home)).toEqual([]);
  });
});
