// @ts-check
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Node's permission model refuses to make a file durable, as if that wrote elsewhere: for a confined test, it
// is done already.
/** @param {number} _fd @param {() => void} done */
const atOnce = (_fd, done) => setImmediate(done);
Object.assign(fs, {
  fsync: atOnce,
  fdatasync: atOnce,
  fsyncSync: () => undefined,
  fdatasyncSync: () => undefined,
});
syncBuiltinESMExports();

const handle = await open(import.meta.filename, 'r');
const prototype = Object.getPrototypeOf(handle);
prototype.sync = async () => undefined;
prototype.datasync = async () => undefined;
await handle.close();
