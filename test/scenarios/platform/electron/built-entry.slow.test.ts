import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { calls, eventNames } from '../../../../shared/contract.ts';

const root = join(import.meta.dirname, '../../../..');

/** A built file, by what it reads when it is evaluated and when something in it runs. */
interface Chunk {
  fileName: string;
  imports: string[];
  dynamicImports: string[];
  moduleIds: string[];
  code: string;
}

async function built(mode: 'main' | 'preload'): Promise<ReadonlyMap<string, Chunk>> {
  const built = await build({
    configFile: join(root, 'vite.config.ts'),
    mode,
    logLevel: 'error',
    build: { write: false },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  return new Map(outputs.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])));
}

test('the built entry evaluates what a losing second start needs: nothing of the app, the store or a library', async () => {
  const chunks = await built('main');
  const evaluated = new Set(['main.js']);
  for (const name of evaluated) for (const next of chunks.get(name)?.imports ?? []) evaluated.add(next);
  const modules = [...evaluated].flatMap((name) => chunks.get(name)?.moduleIds ?? []);
  const own = modules.map((id) => id.slice(root.length + 1).replaceAll('\\', '/')).filter((id) => id !== '');
  // Tools of the disk serve the folder of the user, which is made before Electron is ready.
  const expectedModules =
    /^electron\/(?:main\.ts|lib\/|platform\/(?:electron\/(?!open-main-window\.ts)|node\/(?:make-user-data|user-data-folder)\.ts))/;
  expect(own.filter((id) => !expectedModules.test(id) && /node_modules|^electron\//.test(id))).toEqual([]);
  expect(own).toContain('electron/main.ts');
  // What it may come to need is there, behind imports that only run then.
  expect(
    chunks
      .get('main.js')
      ?.dynamicImports.map((name) => name.replace(/-[\w-]{8}\.js$/, ''))
      .sort(),
  ).toEqual(['i18n', 'open-main-window', 'run-in-process', 'start-worker']);
});

test('the built preload offers every call and event of the contract, and carries no schema to the page', async () => {
  const preload = (await built('preload')).get('preload.cjs');
  expect(preload?.moduleIds.filter((id) => id.includes('node_modules'))).toEqual([]);
  const [exposed, received]: [Record<string, (...args: unknown[]) => unknown>[], string[]] = [[], []];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (_: string, bridge: (typeof exposed)[number]) => exposed.push(bridge),
    },
    ipcRenderer: { on: (event: string) => received.push(event), off: () => undefined },
  };
  // As `executeSandboxedPreloadScripts` of Electron does: a function of what it may require.
  new Function('require', preload?.code ?? '')(() => electron);
  for (const event of eventNames) exposed[0]?.['on']?.(event, () => undefined);
  expect(Object.keys(exposed[0] ?? {})).toEqual(['on', ...Object.keys(calls)]);
  expect(received).toEqual([...eventNames]);
});
