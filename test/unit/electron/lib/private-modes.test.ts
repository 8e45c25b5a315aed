import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { containsFolder } from '../../../../electron/lib/private-modes.ts';
import { whyNoLinks } from '../../../support/disk/file-system.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { skippedFor } from '../../../support/skipped.ts';

const noLinks = whyNoLinks();

describe('a folder holds another', () => {
  const above = temporaryFolder();
  const profile = join(above, 'José');
  mkdirSync(join(profile, 'Library'), { recursive: true });
  if (!noLinks) symlinkSync(profile, join(above, 'enlace'));

  it.each([
    ['itself', profile, true],
    ['what stands in it', above, true],
    ['not what stands above it', join(profile, 'Library'), false],
  ])('%s', (_, folder, holds) => {
    expect(containsFolder(folder, profile)).toBe(holds);
  });

  it.each([
    ['itself through a link', 'enlace', true],
    ['not what only begins like it', 'enlace/Library', false],
  ])('%s', skippedFor(noLinks), (_, name, holds) => {
    expect(containsFolder(join(above, name), profile)).toBe(holds);
  });

  it('however its name is written, where the system tells neither capitals nor accents of two kinds apart', () => {
    const identityOf = (path: string) => path.normalize('NFC').toLowerCase();
    expect(containsFolder(profile.toUpperCase(), profile, identityOf)).toBe(true);
    expect(containsFolder(profile.normalize('NFD'), profile, identityOf)).toBe(true);
    expect(containsFolder(join(profile, 'LIBRARY'), profile, identityOf)).toBe(false);
  });
});
