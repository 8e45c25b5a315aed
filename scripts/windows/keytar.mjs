// @ts-check
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copy, folder, inside, tools } from './folder.mjs';
import { runInDebian } from './inside-debian.mjs';

const built = join(folder, 'keytar');
const compiler = 'x86_64-w64-mingw32';
const headers = 'tools/node_modules/node-api-headers';
const packages = 'checkout/node_modules';

/**
 * Compiles keytar's own Windows code, as its `binding.gyp` does with Microsoft's compiler. Resolves to the
 * compiler's exit code.
 */
export async function compileKeytar() {
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, 'node.def'), exportsOfNode());
  const library = `${inside}/keytar/libnode.a`;
  const code = await runInDebian([
    `${compiler}-dlltool`,
    ...['--input-def', `${inside}/keytar/node.def`, '--output-lib', library],
  ]);
  return code === 0 ? compile(library) : code;
}

/** @param {string} library which says that `node.exe` brings the functions of Node-API */
async function compile(library) {
  const module = 'keytar/keytar.node';
  const code = await runInDebian([
    `${compiler}-g++-posix`,
    ...['-shared', '-static', '-fexceptions', '-O2', '-w'],
    ...['-DNAPI_CPP_EXCEPTIONS', '-DNODE_GYP_MODULE_NAME=keytar', '-DNAPI_VERSION=3'],
    ...['-DBUILDING_NODE_EXTENSION', '-o', `${inside}/${module}`],
    ...[`${headers}/include`, `${packages}/node-addon-api`].map((path) => `-I${inside}/${path}`),
    ...['async', 'main', 'keytar_win'].map((name) => `${inside}/${packages}/keytar/src/${name}.cc`),
    ...[library, '-lcredui', '-ladvapi32', '-lcrypt32'],
  ]);
  if (code === 0) cpSync(join(folder, module), join(copy, 'node_modules/keytar/build/Release/keytar.node'));
  return code;
}

/** A definition file with all functions of Node-API. */
function exportsOfNode() {
  const names = ['js_native_api.def', 'node_api.def'].flatMap((file) =>
    readFileSync(join(tools, 'node_modules/node-api-headers/def', file), 'utf8')
      .split(/\s+/)
      .filter((word) => /^(napi|node_api)_/.test(word)),
  );
  return `NAME NODE.EXE\nEXPORTS\n${names.join('\n')}\n`;
}
