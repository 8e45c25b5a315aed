// @ts-check
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, tool } from './project.mjs';
import { run, runNode } from './run.mjs';

const folder = join(root, 'node_modules/keytar');
const binary = join(folder, 'build/Release/keytar.node');

/** @typedef {{ platform: 'linux' | 'win32' | 'darwin', archs: string[] }} BinaryKind */

/** Architectures by the numbers that ELF, PE and Mach-O headers hold. */
const elf = new Map([
  [0x3e, 'x64'],
  [0xb7, 'arm64'],
]);
const pe = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const machO = new Map([
  [0x01000007, 'x64'],
  [0x0100000c, 'arm64'],
]);

/**
 * For which system and processors a file of machine code is, from its header; undefined when it is none.
 * @param {Buffer} file
 * @returns {BinaryKind | undefined}
 */
export function readBinaryKind(file) {
  if (file.length < 64) return undefined;
  const named = (/** @type {Map<number, string>} */ names, /** @type {number} */ number) =>
    names.get(number) ?? `0x${number.toString(16)}`;
  if (file.readUInt32BE(0) === 0x7f454c46)
    return { platform: 'linux', archs: [named(elf, file.readUInt16LE(18))] };
  if (file.readUInt16BE(0) === 0x4d5a) {
    const header = file.readUInt32LE(60);
    const isPe = header + 6 <= file.length && file.readUInt32BE(header) === 0x50450000;
    return isPe ? { platform: 'win32', archs: [named(pe, file.readUInt16LE(header + 4))] } : undefined;
  }
  if (file.readUInt32LE(0) === 0xfeedfacf)
    return { platform: 'darwin', archs: [named(machO, file.readUInt32LE(4))] };
  if (file.readUInt32BE(0) === 0xcafebabe) {
    const count = Math.min(file.readUInt32BE(4), 2);
    const archs = Array.from({ length: count }, (_, index) =>
      named(machO, file.readUInt32BE(8 + index * 20)),
    );
    return { platform: 'darwin', archs: archs.sort() };
  }
  return undefined;
}

/**
 * Why the keychain module does not fit what is packaged, or undefined when it does.
 * @param {{ platform: string, archs: readonly string[] }} wanted
 * @param {string} [path]
 */
export function whyKeytarIsWrong({ platform, archs }, path = binary) {
  if (!existsSync(path)) {
    return 'keytar has no binary: its install failed, because neither its ready-made one nor a compiler was there';
  }
  const kind = readBinaryKind(readFileSync(path));
  if (!kind) return 'the binary of keytar is not machine code';
  const missing = archs.filter((arch) => !kind.archs.includes(arch));
  return kind.platform === platform && missing.length === 0
    ? undefined
    : `the binary of keytar is for ${kind.platform} ${kind.archs.join(' and ')}, not for ${platform} ${archs.join(' and ')}`;
}

/**
 * On macOS, compiles the keychain module for both processors and joins them, because the app is universal.
 */
export async function joinKeytarForMac() {
  if (whyKeytarIsWrong({ platform: 'darwin', archs: ['arm64', 'x64'] }) === undefined) return;
  const keytarFolder = join(root, 'dist/keytar');
  mkdirSync(keytarFolder, { recursive: true });
  const files = [];
  for (const arch of ['x64', 'arm64']) {
    const code = await runNode([tool('node-gyp/bin/node-gyp.js'), 'rebuild', `--arch=${arch}`, '-C', folder]);
    if (code !== 0) throw new Error(`compiling keytar for ${arch} ended with code ${code}`);
    const part = join(keytarFolder, `${arch}.node`);
    copyFileSync(binary, part);
    files.push(part);
  }
  const code = await run('lipo', ['-create', '-output', binary, ...files]);
  if (code !== 0) throw new Error(`lipo ended with code ${code}`);
}
