import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin, type UserConfig } from 'vite';

const root = dirname(fileURLToPath(import.meta.url));
const at = (path: string) => join(root, path);

/** What `npm run build` makes, one mode each: the page, the main process, and what stands between them. */
const modes: Readonly<Record<string, () => UserConfig>> = { page, main, preload };

export default defineConfig(({ mode }) => {
  const config = modes[mode];
  if (!config) throw new Error(`no mode ${mode}: choose one of ${Object.keys(modes).join(', ')}`);
  return config();
});

/** Served under the host's own origin by `platform/node`, which fills in the nonce of each load. */
function page(): UserConfig {
  return {
    root: at('renderer'),
    base: './',
    plugins: [react(), withoutSchemas(), besideTheDesk(), wordsThere(), weighed()],
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: at('dist/page'),
      emptyOutDir: true,
      target: 'chrome140',
      // A data: URL would need its own word in the content policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2_500,
      // Each file costs a way through the host, and the browser reads several at a time: what the first screen needs comes as three, the
      // lists as another.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
              { name: 'libraries', test: /node_modules[\\/]/, tags: ['$initial'], priority: 3 },
              { name: 'desk', tags: ['$initial'], priority: 2 },
              { name: listsAlone(), debugName: 'lists', priority: 1 },
              { name: localeChunks(), debugName: 'locales', priority: 1 },
            ],
          },
        },
      },
    },
  };
}

/** One script for a language's translations of the first screen, and one for what loads later. */
function localeChunks(): (id: string) => string | undefined {
  const later = laterNamespaces();
  return (id) => {
    const [, language, namespace = ''] = /locales[\\/]([\w-]+)[\\/]([\w-]+)\.json$/.exec(id) ?? [];
    return language && (later.includes(namespace) ? `${language}-later` : language);
  };
}

/** The namespaces that `start-translations.ts` loads after the first screen. */
function laterNamespaces(): readonly string[] {
  const source = readFileSync(at('renderer/ui/i18n/start-translations.ts'), 'utf8');
  return /const later = [^{]*\{([^}]*)\}/.exec(source)?.[1]?.split(',') ?? [];
}

/** Puts into one script what the lists import, and nothing that they fetch later: their dialogs are no part of the first screen. */
function listsAlone(): (id: string, bundle: Bundle) => string | undefined {
  let ofLists: ReadonlySet<string> | undefined;
  return (id, bundle) => {
    ofLists ??= importedFrom([at('renderer/app/list-screens.ts')], bundle);
    return ofLists.has(id) ? 'lists' : undefined;
  };
}

interface Bundle {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** These modules and all of the project's that they import at once, directly or not; what those use of libraries comes with them. */
function importedFrom(roots: readonly string[], bundle: Bundle): ReadonlySet<string> {
  const found = new Set(roots);
  for (const id of found) {
    const imported = bundle.getModuleInfo(id)?.importedIds ?? [];
    for (const each of imported) if (!each.includes('node_modules')) found.add(each);
  }
  return found;
}

/** Main reads what crosses the bridge; in the page schemas would weigh on every start, and zod tries `eval`, which the policy forbids. */
function withoutSchemas(): Plugin {
  return {
    name: 'without-schemas',
    generateBundle(_, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk' && part.moduleIds.some((id) => id.includes('node_modules/zod/'))) {
          this.error(`${part.fileName} carries zod: of a file with schemas, the page imports types alone`);
        }
      }
    },
  };
}

/** Lists, which most people open at once, are fetched beside the app. */
function besideTheDesk(): Plugin {
  return {
    name: 'beside-the-desk',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.values(bundle).flatMap(({ type, fileName }): HtmlTagDescriptor[] => {
          // A picture of the help has that name, too.
          if (!/^assets\/lists-[^.]*\.(js|css)$/.test(fileName)) return [];
          const rel = type === 'chunk' ? 'modulepreload' : 'stylesheet';
          return [
            { tag: 'link', injectTo: 'head', attrs: { rel, crossorigin: true, href: `./${fileName}` } },
          ];
        }),
    },
  };
}

/** Refuses a first screen that uses words which come later. */
function wordsThere(): Plugin {
  const first = ['app/main.tsx', 'app/list-screens.ts'].map((path) => at(`renderer/${path}`));
  const names = laterNamespaces().join('|');
  const used = new RegExp(`useTranslation\\(\\[?["'](${names})["']|["'](${names}):`);
  return {
    name: 'words-there',
    generateBundle() {
      for (const id of importedFrom(first, this)) {
        const [, one, other] = used.exec(this.getModuleInfo(id)?.code ?? '') ?? [];
        const name = one ?? other;
        if (name)
          this.error(
            `${id} uses words of ${name}: those of the first screen stand in ui/i18n/start-translations.ts`,
          );
      }
    },
  };
}

/** What all scripts that the page's own HTML names, and what these import, may weigh at the most, gzipped, in kB of 1,000 bytes. */
const firstScreenLimit = 240;

/** Tells what is fetched before the first usable grid weighs, and refuses a page that is too heavy. */
function weighed(): Plugin {
  let isForPeople = true;
  return {
    name: 'weighed',
    configResolved({ isProduction }) {
      isForPeople = isProduction;
    },
    writeBundle(_, bundle) {
      // A page built for development or in a test carries React's own checks.
      if (!isForPeople) return;
      const html = bundle['index.html']?.type === 'asset' ? String(bundle['index.html'].source) : '';
      const scripts = Object.values(bundle).filter((part) => part.type === 'chunk');
      const first = new Set(scripts.filter(({ fileName }) => html.includes(fileName)));
      for (const { imports } of first)
        for (const each of scripts) if (imports.includes(each.fileName)) first.add(each);
      const weight = [...first].reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000;
      const told = `${weight.toFixed(1)} kB gzipped of ${firstScreenLimit}`;
      if (weight > firstScreenLimit) this.error(`the first screen is too heavy: ${told}`);
      process.stdout.write(`The first screen fetches ${told}.\n`);
    },
  };
}

function main(): UserConfig {
  return forNode({
    entry: { main: at('electron/main.ts') },
    outDir: at('dist/main'),
    emptyOutDir: true,
    format: 'es',
    external: [/^electron($|\/)/, 'keytar', ...builtins],
    plugins: [workersAsEntries(), fontsOfPdfkit(), filesOfPdfjs(), filesOfOcr(), versionAlone()],
  });
}

/** A sandboxed preload is one CommonJS file that may require `electron` alone. */
function preload(): UserConfig {
  return forNode({
    entry: { preload: at('electron/preload.ts') },
    outDir: at('dist/main'),
    emptyOutDir: false,
    format: 'cjs',
    external: ['electron'],
    plugins: [namesOfContract(), withoutSchemas()],
  });
}

/** The preload runs beside the page at each load: of the contract it wants the names, and schemas stay in main. */
function namesOfContract(): Plugin {
  return {
    name: 'names-of-contract',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('/shared/contract.ts')) return;
      const { calls, eventNames } = await import('./shared/contract.ts');
      const named = Object.fromEntries(Object.keys(calls).map((name) => [name, true]));
      return `export const calls = ${JSON.stringify(named)}; export const eventNames = ${JSON.stringify(eventNames)};`;
    },
  };
}

const builtins = [...builtinModules, /^node:/];

interface NodeBuild {
  entry: Readonly<Record<string, string>>;
  outDir: string;
  emptyOutDir: boolean;
  format: 'es' | 'cjs';
  external: (string | RegExp)[];
  plugins: Plugin[];
}

function forNode({ entry, outDir, emptyOutDir, format, external, plugins }: NodeBuild): UserConfig {
  const ending = format === 'cjs' ? 'cjs' : 'js';
  return {
    root,
    plugins,
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      ssrEmitAssets: true,
      outDir,
      emptyOutDir,
      target: 'node24',
      minify: true,
      rolldownOptions: {
        input: entry,
        external,
        output: {
          format,
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `[name]-[hash].${ending}`,
        },
      },
    },
  };
}

/** `new URL('./worker.ts', import.meta.url)` names a source file: makes it an entry of its own and names that instead. */
function workersAsEntries(): Plugin {
  const pattern = /new URL\('(\.[^']+)\.(ts|mjs)', import\.meta\.url\)/g;
  return {
    name: 'workers-as-entries',
    enforce: 'pre',
    transform(code, importer) {
      if (!importer.startsWith(at('electron'))) return;
      return code.replace(pattern, (_, path: string, ending: string) => {
        const id = join(dirname(importer), `${path}.${ending}`);
        const fileName = `${basename(dirname(id))}-${basename(path)}.js`;
        this.emitFile({ type: 'chunk', id, fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
    },
  };
}

/** pdfkit requires its standard fonts by name when it runs, which a bundle cannot follow: imports them instead. */
function fontsOfPdfkit(): Plugin {
  const pattern = /require\$1\('#standard-fonts\/(\w+)'\)/g;
  return {
    name: 'fonts-of-pdfkit',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('pdfkit.node.mjs')) return;
      const names = [...code.matchAll(pattern)].map(([, name]) => name);
      if (names.length === 0) this.error('pdfkit no longer requires its fonts in the way that is known here');
      const imports = names.map((name) => `import font${name} from 'pdfkit/standard-fonts/${name}';`);
      return `${imports.join('')}${code.replace(pattern, 'font$1')}`;
    },
  };
}

/** pdf.js reads the character maps of fonts and the decoders of pictures from files: puts them beside the bundle, and names them there. */
function filesOfPdfjs(): Plugin {
  const folders = { cmaps: /./, wasm: /^(jbig2|openjpeg)\.wasm$|_(JBIG2|OPENJPEG)$/ };
  return {
    name: 'files-of-pdfjs',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/extraction/with-pdf.ts')) return;
      let named = code;
      for (const [folder, wanted] of Object.entries(folders)) {
        const place = `import.meta.resolve('pdfjs-dist/${folder}/')`;
        if (!named.includes(place)) this.error(`${folder} are no longer named in the way that is known here`);
        const source = at(`node_modules/pdfjs-dist/${folder}`);
        for (const name of readdirSync(source).filter((each) => wanted.test(each))) {
          this.emitFile({
            type: 'asset',
            fileName: `${folder}/${name}`,
            source: readFileSync(join(source, name)),
          });
        }
        named = named.replace(place, `new URL('./${folder}/', import.meta.url).href`);
      }
      return named;
    },
  };
}

/** The engine that recognises words and its languages are files of packages: puts those that it names beside the bundle. */
function filesOfOcr(): Plugin {
  const pattern = /import\.meta\.resolve\('((?:tesseract\.js-core|@tesseract\.js-data)\/[^']+)'\)/g;
  return {
    name: 'files-of-ocr',
    enforce: 'pre',
    transform(code, id) {
      // Emscripten looks for its files beside itself; they are passed to it.
      if (id.endsWith('/tesseract-core-simd-lstm.js')) return code.replaceAll('__dirname', "''");
      if (!id.endsWith('/ocr/ocr-engine.mjs')) return;
      if (code.match(pattern)?.length !== 3)
        this.error('the engine no longer names its files in the way that is known here');
      return code.replace(pattern, (_, path: string) => {
        const fileName = `ocr/${basename(path)}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(at(`node_modules/${path}`)) });
        return `new URL('./${fileName}', import.meta.url).href`;
      });
    },
  };
}

/** Of `package.json` the app wants its version; the names of what it was developed with stay at home. */
function versionAlone(): Plugin {
  return {
    name: 'version-alone',
    enforce: 'pre',
    transform(code, id) {
      if (id !== at('package.json')) return;
      return JSON.stringify({ version: JSON.parse(code).version });
    },
  };
}
