// A process that loads this finds that files have one name each, as on FAT, exFAT and many shares.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.promises.link = async (_from, to) => {
  const code = fs.existsSync(String(to)) ? 'EEXIST' : 'EPERM';
  throw Object.assign(new Error(`${code}: link '${String(to)}'`), { code });
};
syncBuiltinESMExports();
