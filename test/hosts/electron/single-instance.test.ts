import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { claimDesk, hearSecondStarts } from '../../../electron/hosts/electron/single-instance.ts';
import { app, electron, resetElectron } from '../../support/electron/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('the place of the one desk', () => {
  beforeEach(() => resetElectron());

  it('answers a later start, which takes the answer away again', async () => {
    const home = temporaryFolder('answer');
    hearSecondStarts(home);
    Object.assign(electron, { singleInstance: 'PROCESS_NOTIFIED', firstInstance: app });
    const claim = claimDesk(home);
    expect(!claim.isFirst && (await claim.isHeard())).toBe(true);
    expect(readdirSync(home)).toEqual([]);
  });

  it.each([
    undefined,
    null,
    'x',
    { start: 5 },
    { start: '../../evil' },
    { start: '00000000-0000-0000-0000-000000000000/../x' },
  ])('writes nothing for what another program says in place of a start: %j', (data) => {
    const home = temporaryFolder('no-answer');
    hearSecondStarts(home);
    app.emit('second-instance', {}, [], '/', data);
    expect(readdirSync(home)).toEqual([]);
  });
});
