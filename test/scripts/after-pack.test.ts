import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { describe, expect, it } from 'vitest';
import afterPack, { declareLongPaths, withLongPaths } from '../../scripts/after-pack.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const manifest = `<?xml version="1.0" encoding="UTF-8"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0"><trustInfo/></assembly>
`;

/** A Windows program with nothing in it but a manifest. */
function program(text: string | undefined): Uint8Array {
  const executable = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(executable);
  if (text !== undefined) {
    const bin = new Uint8Array(Buffer.from(text)).buffer;
    resources.replaceResourceEntry({ type: 24, id: 1, lang: 1033, codepage: 1252, bin });
  }
  resources.outputResource(executable);
  return new Uint8Array(executable.generate());
}

function manifestOf(file: Uint8Array): string {
  const entry = NtExecutableResource.from(NtExecutable.from(file)).entries.find(({ type }) => type === 24);
  return Buffer.from(entry?.bin ?? new ArrayBuffer(0)).toString();
}

describe('long paths on Windows', () => {
  it('are declared at the end of the manifest, once', () => {
    const declared = withLongPaths(manifest);
    expect(declared).toMatch(
      /<trustInfo\/><application .*<ws2:longPathAware>true<\/ws2:longPathAware>.*<\/application><\/assembly>\n$/,
    );
    expect(withLongPaths(declared)).toBe(declared);
    expect(() => withLongPaths('no manifest')).toThrow('no application manifest');
  });

  it('are declared in the program itself', () => {
    expect(manifestOf(declareLongPaths(program(manifest)))).toBe(withLongPaths(manifest));
    expect(() => declareLongPaths(program(undefined))).toThrow('no manifest');
  });

  it('are declared when electron-builder has packed for Windows, and nowhere else', async () => {
    const folder = temporaryFolder('after-pack');
    mkdirSync(join(folder, 'win'));
    const exe = join(folder, 'win/Carpeta.exe');
    writeFileSync(exe, program(manifest));
    const context = { appOutDir: join(folder, 'win'), packager: { appInfo: { productFilename: 'Carpeta' } } };
    await afterPack({ ...context, electronPlatformName: 'darwin' });
    expect(manifestOf(readFileSync(exe))).toBe(manifest);
    await afterPack({ ...context, electronPlatformName: 'win32' });
    expect(manifestOf(readFileSync(exe))).toContain('longPathAware');
  });
});
