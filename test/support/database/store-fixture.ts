import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const fixtures = fileURLToPath(new URL('../../migrations/fixtures', import.meta.url));

/** Puts the store that a version left where `path` says. */
export function unpackVersion(version: number, path: string): void {
  unpackFile(join(fixtures, `version-${version}.db.gz`), path);
}

/** Puts a store of version 17 with work in each state, before jobs had a table, where `path` says. */
export function unpackJobs(path: string): void {
  unpackFile(join(fixtures, 'jobs-of-17.db.gz'), path);
}

/** The versions of which a store is kept. */
export function storedVersions(): number[] {
  const names = readdirSync(fixtures).map((name) => /^version-(\d+)\.db\.gz$/.exec(name)?.[1]);
  return names
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Puts what a killed process of version 8 left into `home`: its store, and beside it `Carpetas` with the two
 * `.part` files it was at. One document of five was done: its file is the agency's to give (`seed:
 * 'half-done'`, 60 documents of two clients, documents of 9 MiB).
 */
export function unpackHalfDone(home: string): void {
  const from = join(fixtures, 'half-done');
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (statSync(join(from, name)).isFile())
      unpackFile(join(from, name), join(home, name.replace(/\.gz$/, '')));
  }
}

function unpackFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, gunzipSync(readFileSync(from)));
}

/**
 * Puts a store of an older version where `path` says, and locks it: it opens as slowly as one of a million
 * rows, until the returned function gives the lock back.
 */
export function unpackSlowStore(path: string): () => void {
  unpackVersion(20, path);
  const database = new DatabaseSync(path);
  database.exec('BEGIN IMMEDIATE');
  return () => database.close();
}
