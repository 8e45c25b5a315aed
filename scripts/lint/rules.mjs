// @ts-check
import { comments } from './rules/comments.mjs';
import { disk } from './rules/disk.mjs';
import { moduleBoundaries } from './rules/module-boundaries.mjs';
import { names } from './rules/names.mjs';
import { project } from './rules/project.mjs';
import { page } from './rules/renderer.mjs';
import { systemAccess } from './rules/system-access.mjs';
import { tests } from './rules/tests.mjs';

/**
 * @typedef {import('./imports.mjs').Import} Import
 * @typedef {import('./source-files.mjs').Node} Node
 * @typedef {import('./source-files.mjs').SourceFile} SourceFile
 *
 * A rule about imports says what is wrong with one, or nothing; `path` is the file it stands in.
 * @typedef {{ name: string, refuse: (path: string, found: Import) => string | undefined }} ImportRule
 *
 * A rule about what a file does itself looks at one node.
 * @typedef {{ name: string, refuse: (path: string, node: Node) => string | undefined }} NodeRule
 *
 * A rule about where in a file a thing stands looks at the whole file, and gives the places that are wrong;
 * `isThere` tells of a path whether a file of the checkout has it.
 * @typedef {{ name: string, find: (file: SourceFile, isThere: (path: string) => boolean) => readonly { start: number, why: string }[] }} FileRule
 *
 * A rule about all files together looks at who imports whom and at what each exports, and gives the places
 * that are wrong.
 * @typedef {{ path: string, start: number, why: string }} Place
 * @typedef {{ name: string, find: (imports: readonly Edge[], values: readonly ExportedValue[]) => readonly Place[] }} GraphRule
 * An import, types included, from one file of the project to another; `taken` are its names, `*` for the
 * whole file.
 * @typedef {{ path: string, to: string, start: number, taken: readonly string[] }} Edge
 * @typedef {{ path: string, name: string, start: number }} ExportedValue
 *
 * The rules about one subject.
 * @typedef {{ imports?: readonly ImportRule[], files?: readonly FileRule[], nodes?: readonly NodeRule[], graph?: readonly GraphRule[] }} Rules
 */

/** @type {readonly Rules[]} */
const subjects = [project, moduleBoundaries, page, systemAccess, disk, tests, names, comments];

export const importRules = subjects.flatMap(({ imports = [] }) => imports);
export const fileRules = subjects.flatMap(({ files = [] }) => files);
export const nodeRules = subjects.flatMap(({ nodes = [] }) => nodes);
export const graphRules = subjects.flatMap(({ graph = [] }) => graph);
