// @ts-check
import { isName } from '../imports.mjs';

/** @typedef {import('../rules.mjs').Rules} Rules */

/** What of `node:fs` only looks, or goes through a file that is open already. */
const looks = new Set([
  ...['constants', 'existsSync', 'lstat', 'lstatSync', 'readdir', 'readdirSync', 'stat', 'statSync'],
  ...['closeSync', 'fsyncSync', 'writeSync'],
]);

/** Files that make, open, name or remove files by `node:fs` itself, and why. */
const mayTouchFiles = new Map([
  ['electron/lib/retry-while-locked.ts', 'is the way of all others'],
  ['electron/downloads/files/disk.ts', 'is the way of downloads, patient in all that is handed out'],
  ['electron/lib/ensure-folder.ts', 'makes folders, patiently'],
  ['electron/lib/temp-folder.ts', 'has the system try again'],
  ['electron/platform/node/mark-of-the-web.ts', 'writes to a stream of a file, patiently'],
  ['electron/lib/process-identity.ts', 'reads what Linux tells of processes, which is in no file'],
  ['electron/lib/out-of-files.ts', 'opens the running program, which may be read at any time'],
  ['electron/text/ocr/ocr-engine.mjs', 'reads files of the program, in a process that is started again'],
  ['electron/lib/private-modes.ts', 'sets modes, which nothing does on Windows'],
]);

/** @type {Rules} */
export const disk = {
  imports: [
    {
      name: 'files-are-held-for-moments',
      refuse: (path, { target, typesOnly, names }) => {
        const isOfFiles = target.kind === 'builtin' && /^fs(\/promises)?$/.test(target.name);
        if (!isOfFiles || typesOnly || !path.startsWith('electron/') || mayTouchFiles.has(path))
          return undefined;
        const bare = names.filter((name) => !looks.has(name));
        return bare.length === 0
          ? undefined
          : `${bare.join(', ')} of node:${target.name} does not wait for what a virus scanner holds: patience.ts and the disk of downloads do`;
      },
    },
  ],
  nodes: [
    {
      name: 'the-disk-is-patient',
      refuse: (path, node) => {
        const isMadeHere = /^electron\/downloads\/(files\/(disk|index)|index)\.ts$/.test(path);
        return path.startsWith('electron/') && !isMadeHere && isName(node, 'realDisk')
          ? 'the disk itself does not wait for what a virus scanner holds: patientDisk does'
          : undefined;
      },
    },
  ],
};
