import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../scripts/run.mjs';
import { prepareSigning } from '../../scripts/signing.mjs';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

const key =
  '-----BEGIN PRIVATE KEY-----\nMIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQg\n-----END PRIVATE KEY-----';

function prepare(env: Record<string, string | undefined>) {
  const signing = prepareSigning(env);
  onTestFinished(signing.remove);
  return signing;
}

describe('secrets for signing', () => {
  it('are taken out where they are empty, and left alone otherwise', () => {
    const env = { CSC_LINK: '', CSC_KEY_PASSWORD: ' ', WIN_CSC_LINK: 'base64', APPLE_API_KEY: '', PATH: '' };
    expect(prepare(env).env).toEqual({
      CSC_LINK: undefined,
      CSC_KEY_PASSWORD: undefined,
      APPLE_API_KEY: undefined,
    });
    expect(prepare({}).env).toEqual({});
  });

  it('that were taken out are not in the environment of a command', async () => {
    const file = join(temporaryFolder('signing'), 'found');
    const script = `fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify('CSC_LINK' in process.env))`;
    process.env['CSC_LINK'] = '';
    onTestFinished(() => void delete process.env['CSC_LINK']);
    await run(process.execPath, ['-e', script], { env: prepare({ CSC_LINK: '' }).env });
    expect(readFileSync(file, 'utf8')).toBe('false');
  });

  it("give Apple's key as the path of a file that this account alone may read, and that is gone in the end", () => {
    const { env, remove } = prepare({ APPLE_API_KEY: `${key}\n` });
    const path = env['APPLE_API_KEY'] ?? '';
    expect(path).toMatch(/\.p8$/);
    expect(readFileSync(path, 'utf8')).toBe(`${key}\n`);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    remove();
    expect(existsSync(path)).toBe(false);
  });

  it("leave Apple's key where it is a path already", () => {
    const path = join(temporaryFolder('signing'), 'AuthKey_1.p8');
    writeFileSync(path, key);
    expect(prepare({ APPLE_API_KEY: path }).env).toEqual({});
  });

  it("refuse an Apple's key that is neither, and do not repeat it", () => {
    expect(() => prepareSigning({ APPLE_API_KEY: 'bm90IGEga2V5' })).toThrow(
      /^APPLE_API_KEY is neither the path of a .p8 file nor the content of one$/,
    );
  });
});
