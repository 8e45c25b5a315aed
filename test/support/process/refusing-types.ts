import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../disk/temporary-folder.ts';

/** A script that runs this one, and ends the process with an error where it imports a source with types. */
export function refusingTypes(script: URL): URL {
  const path = join(temporaryFolder(), 'refusing-types.mjs');
  writeFileSync(
    path,
    `import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        if (/\\.[cm]?tsx?$/.test(url)) throw new Error('types are stripped: ' + url);
        return next(url, context);
      },
    });
    await import(${JSON.stringify(script.href)});`,
  );
  return pathToFileURL(path);
}
