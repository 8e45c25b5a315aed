// @ts-check
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ name: string, version: string, licence: string, text: string }} Licence
 */

/** Development packages that reach the person all the same. */
const shippedThoughDevelopment = ['electron'];
const licenceFile = /^(licen[cs]e|copying|notice)/i;
const mitWords = /Permission is hereby granted, free of charge, to any person/;

/**
 * The licence of every package that is shipped, by name: all that the lock file does not mark as for
 * development.
 * @param {string} folder the checkout
 * @returns {Licence[]}
 */
export function readLicences(folder) {
  /** @type {{ packages: Record<string, { dev?: boolean, version?: string }> }} */
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const licences = Object.entries(packages).flatMap(([path, { dev }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const isShipped = path !== '' && (!dev || shippedThoughDevelopment.includes(name));
    return isShipped && existsSync(join(folder, path, 'package.json')) ? [licenceOf(join(folder, path))] : [];
  });
  const unique = new Map(licences.map((licence) => [`${licence.name} ${licence.version}`, licence]));
  return [...unique.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * @param {string} folder
 * @returns {Licence}
 */
function licenceOf(folder) {
  const { name, version, license, licenses, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const declaration = license ?? licenses?.[0];
  const files = readdirSync(folder).filter((file) => licenceFile.test(file));
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const named = typeof declaration === 'string' ? declaration : (declaration?.type ?? '');
  // Some packages name it in its own words alone, others by its name alone.
  const licence = named || (mitWords.test(text) ? 'MIT' : '');
  return { name, version, licence, text: text || sectionOfReadMe(folder) || `Copyright: ${nameOf(author)}` };
}

/** @param {string} folder */
function sectionOfReadMe(folder) {
  const file = readdirSync(folder).find((name) => /^readme/i.test(name));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return /^#+ *licen[cs]e\s+([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(text)?.[1]?.trim() ?? '';
}

/** @param {unknown} author as package.json has it */
function nameOf(author) {
  if (typeof author === 'string') return author;
  return typeof author === 'object' && author !== null && 'name' in author
    ? String(author.name)
    : 'its authors';
}

/**
 * Writes them as `dist/licences.json`.
 * @param {string} folder
 */
export function writeLicences(folder) {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'dist/licences.json'), JSON.stringify(readLicences(folder)));
}
