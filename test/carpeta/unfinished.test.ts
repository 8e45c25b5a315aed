import { readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { removeUnfinished, unfinishedPath } from '../../electron/carpeta/unfinished.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const handover = { id: 'aaaaaaaa-1' };
const here = { computer: 'here', processId: 7, isAlive: (processId: number) => processId === 8 };

it('of one hand-over this computer removes what its own dead processes have left, and nothing that another computer writes', async () => {
  const folder = temporaryFolder();
  const [own, dead, living] = [7, 9, 8].map((processId) =>
    unfinishedPath(folder, handover.id, { ...here, processId }),
  );
  const elsewhere = [7, 8, 9].map((processId) =>
    unfinishedPath(folder, handover.id, { ...here, computer: 'elsewhere', processId }),
  );
  for (const path of [own, dead, living, ...elsewhere]) writeFileSync(path ?? '', 'papers');
  await removeUnfinished(folder, [handover], undefined, here);
  expect(readdirSync(folder).sort()).toEqual(
    [living, ...elsewhere].map((path) => basename(path ?? '')).sort(),
  );
});

it('the name of an unfinished file is no longer than the shortest file that is made', () => {
  const longest = { ...here, computer: 'a-computer-with-a-long-name', processId: 4_194_304 };
  expect(basename(unfinishedPath('', handover.id, longest)).length).toBeLessThanOrEqual(29);
});
