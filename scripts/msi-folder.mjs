// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';

const shared = '<Directory Id="APPLICATIONFOLDER" Name="Carpeta"/>';
const own = '<Directory Id="APPLICATIONFOLDER" Name="Carpeta (MSI)"/>';

/**
 * A project of the `.msi` that installs into a folder of its own. electron-builder gives it the one of its
 * other installer for the machine, and whichever of the two is removed first would take away the files of
 * both. Throws where the project names no such folder.
 * @param {string} project
 */
export function withOwnFolder(project) {
  if (!project.includes(shared))
    throw new Error('the project of the .msi does not name the folder of Carpeta');
  return project.replace(shared, own);
}

/**
 * Called by electron-builder (electron-builder.yml, `msiProjectCreated`) with the path of the project of the
 * `.msi`.
 * @param {string} path
 */
export default async function msiProjectCreated(path) {
  writeFileSync(path, withOwnFolder(readFileSync(path, 'utf8')));
}
