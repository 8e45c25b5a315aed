// @ts-check

/** What electron-builder adds to a program of Windows when it makes the installer. */
const addedByInstaller = ['resources/elevate.exe'];

/**
 * Macros of NSIS that name what is installed: `installedFiles` and, the deepest first, `installedFolders`.
 * Each calls the macro that it is given with one path below the program's folder.
 * @param {readonly string[]} files by their paths below the program's folder, with `/`
 */
export function installedFilesScript(files) {
  const all = [...new Set([...files, ...addedByInstaller])].sort();
  const folders = [...new Set(all.flatMap(foldersOf))].sort(
    (a, b) => depth(b) - depth(a) || (a < b ? -1 : 1),
  );
  return [...macro('installedFiles', all), ...macro('installedFolders', folders)].join('\n');
}

/**
 * @param {string} name
 * @param {readonly string[]} paths
 */
function macro(name, paths) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is that of NSIS.
  const call = '!insertmacro ${DO}';
  return [`!macro ${name} DO`, ...paths.map((path) => `  ${call} "${quoted(path)}"`), '!macroend', ''];
}

/** @param {string} path */
function foldersOf(path) {
  const names = path.split('/').slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/** @param {string} path */
function depth(path) {
  return path.split('/').length;
}

/** @param {string} path */
function quoted(path) {
  return path.replaceAll('$', '$$$$').replaceAll('/', '\\');
}
