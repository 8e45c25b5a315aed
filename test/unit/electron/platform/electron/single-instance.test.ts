import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { diskNamesSync } from '../../../../../electron/lib/retry-while-locked.ts';
import {
  onSecondStarts,
  requestSingleInstance,
  type SecondStart,
} from '../../../../../electron/platform/electron/single-instance.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';
import { app, electron, resetElectron } from '../../../../support/electron/index.ts';

describe('the place of the one app', () => {
  beforeEach(() => resetElectron());
  afterEach(() => void vi.restoreAllMocks());

  /** An app that is open, in a folder of its own; the process of it is this one. */
  function openFixture() {
    const home = temporaryFolder('answer');
    const secondStarts = onSecondStarts(home);
    Object.assign(electron, { singleInstance: 'PROCESS_NOTIFIED', firstInstance: app });
    return { home, secondStarts };
  }

  /** What becomes of a second start. */
  async function secondStart(home: string): Promise<SecondStart | 'first at once'> {
    const claim = requestSingleInstance(home);
    return claim.isFirst ? 'first at once' : claim.outcome();
  }

  it('answers a later start, which takes the answer away again', async () => {
    const { home } = openFixture();
    expect(await secondStart(home)).toBe('heard');
    expect(readdirSync(home)).toEqual([]);
  });

  it('has answered though another program holds the answer, which goes with the next app', async () => {
    const { home } = openFixture();
    vi.spyOn(diskNamesSync, 'remove').mockImplementationOnce(() => {
      throw Object.assign(new Error('held'), { code: 'EPERM' });
    });
    expect(await secondStart(home)).toBe('heard');
    expect(readdirSync(home)).toEqual([expect.stringMatching(/^\.heard-/)]);
    writeFileSync(join(home, '.heard-me'), 'a file of a person');
    electron.singleInstance = 'PROCESS_NONE';
    expect(requestSingleInstance(home).isFirst).toBe(true);
    expect(readdirSync(home)).toEqual(['.heard-me']);
  });

  it('is taken though the folder of answers cannot be listed', () => {
    expect(requestSingleInstance(join(temporaryFolder('unlisted'), 'gone')).isFirst).toBe(true);
  });

  it('while the first one ends has a later start wait for that, and take its place', async () => {
    const { home, secondStarts } = openFixture();
    secondStarts.setLeaving(true);
    let asked = 0;
    app.on('second-instance', () => {
      asked += 1;
      if (asked === 3) electron.singleInstance = 'PROCESS_NONE';
    });
    expect(await secondStart(home)).toBe('first');
    expect(asked).toBe(3);
    expect(readdirSync(home)).toEqual([]);
  });

  it('answers a start that waits for the end when a person stays after all', async () => {
    const { home, secondStarts } = openFixture();
    secondStarts.setLeaving(true);
    app.once('second-instance', () => secondStarts.setLeaving(false));
    expect(await secondStart(home)).toBe('heard');
    expect(readdirSync(home)).toEqual([]);
  });

  it('counts as left from the moment in which everything is closed, whoever closed it', async () => {
    const { home } = openFixture();
    app.emit('will-quit');
    app.once('second-instance', () => {
      electron.singleInstance = 'PROCESS_NONE';
    });
    expect(await secondStart(home)).toBe('first');
  });

  it('is taken by a start that nobody answers, when the first one is gone by then', async () => {
    vi.useFakeTimers();
    try {
      const home = temporaryFolder('silent');
      electron.singleInstance = 'PROFILE_IN_USE';
      const end = secondStart(home);
      await vi.advanceTimersByTimeAsync(2_400);
      electron.singleInstance = 'PROCESS_NONE';
      await vi.advanceTimersByTimeAsync(200);
      expect(await end).toBe('first');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is taken by one of two starts that nobody answers, which the other one hears', async () => {
    vi.useFakeTimers();
    try {
      const home = temporaryFolder('two');
      electron.singleInstance = 'PROFILE_IN_USE';
      const ends = [secondStart(home), secondStart(home)];
      const ask = app.requestSingleInstanceLock.bind(app);
      vi.spyOn(app, 'requestSingleInstanceLock').mockImplementation((data) => {
        const hasLock = ask(data);
        if (hasLock) {
          onSecondStarts(home);
          Object.assign(electron, { singleInstance: 'PROCESS_NOTIFIED', firstInstance: app });
        }
        return hasLock;
      });
      await vi.advanceTimersByTimeAsync(2_400);
      electron.singleInstance = 'PROCESS_NONE';
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await Promise.all(ends)).sort()).toEqual(['first', 'heard']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers a start whose question took twenty seconds', async () => {
    vi.useFakeTimers();
    try {
      const { home } = openFixture();
      const ask = app.requestSingleInstanceLock.bind(app);
      vi.spyOn(app, 'requestSingleInstanceLock').mockImplementationOnce((data) => {
        const hasLock = ask(data);
        vi.setSystemTime(Date.now() + 20_000);
        return hasLock;
      });
      const end = secondStart(home);
      // In the first of two waits.
      await vi.advanceTimersByTimeAsync(2_400);
      expect(app.requestSingleInstanceLock).toHaveBeenCalledTimes(1);
      expect(await end).toBe('heard');
    } finally {
      vi.useRealTimers();
    }
  });

  const start = randomUUID();
  it.each([
    undefined,
    null,
    'x',
    { start },
    { start, until: 'tomorrow' },
    { start, until: Date.now() - 1 },
    { start: 5, until: Date.now() + 60_000 },
    { start: '../../evil', until: Date.now() + 60_000 },
    { start: '00000000-0000-0000-0000-000000000000/../x', until: Date.now() + 60_000 },
  ])('writes nothing for what another program says in place of a start, or too late: %j', (data) => {
    const { home } = openFixture();
    app.emit('second-instance', {}, [], '/', data);
    expect(readdirSync(home)).toEqual([]);
  });
});
