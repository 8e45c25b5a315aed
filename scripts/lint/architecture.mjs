// @ts-check
import { fileURLToPath } from 'node:url';
import { root } from '../project.mjs';
import { say } from '../run.mjs';
import { importsOf } from './imports.mjs';
import { fileRules, graphRules, importRules, nodeRules } from './rules.mjs';
import { lineAt, readSources, walk } from './source-files.mjs';

/**
 * @typedef {import('./rules.mjs').Edge} Edge
 * @typedef {import('./source-files.mjs').SourceFile} SourceFile
 * @typedef {{ path: string, line: number, rule: string, why: string }} Violation
 */

/**
 * Every place of a checkout that breaks a rule of who may import whom (docs/architecture.md) or of what code may do itself.
 * @param {string} folder
 * @returns {Violation[]}
 */
export function findViolations(folder) {
  /** @type {Violation[]} */
  const violations = [];
  /** @param {SourceFile} file @param {string} rule @param {number} start @param {string | undefined} why */
  const note = (file, rule, start, why) => {
    if (why === undefined) return;
    const line = lineAt(file, start);
    // A name that stands for itself twice, as in `{ fetch }`, is one place.
    const isKnown = violations.some(
      (known) => known.path === file.path && known.line === line && known.rule === rule,
    );
    if (!isKnown) violations.push({ path: file.path, line, rule, why });
  };
  const files = readSources(folder);
  /** @type {Edge[]} */
  const edges = [];
  for (const file of files) {
    for (const found of importsOf(folder, file)) {
      const { target, start } = found;
      for (const { name, refuse } of importRules) note(file, name, start, refuse(file.path, found));
      if (target.kind === 'file') edges.push({ path: file.path, to: target.path, start });
    }
    for (const { name, find } of fileRules) {
      for (const { start, why } of find(file)) note(file, name, start, why);
    }
    walk(file.program, (node) => {
      for (const { name, refuse } of nodeRules) note(file, name, node.start, refuse(file.path, node));
    });
  }
  for (const { name, find } of graphRules) {
    for (const { path, start, why } of find(edges)) {
      const file = files.find((each) => each.path === path);
      if (file) note(file, name, start, why);
    }
  }
  return violations;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations(root);
  for (const { path, line, rule, why } of violations) say(`${path}:${line} ${rule}: ${why}`);
  say(violations.length === 0 ? 'Every import is where it belongs.' : `${violations.length} out of place.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
