import { carpetaTables } from './methods/carpeta-tables.ts';
import { documentTables, writtenDates } from './methods/document-tables.ts';
import { begunParts, ledgerTables, leftOut, leftovers, systemPaths } from './methods/ledger-tables.ts';
import { answerLeases, newsRevisions, resultTables } from './methods/result-tables.ts';

/**
 * Each entry brings the file one version further, and never changes once people have files of it: those would be set aside. The first is made
 * of the tables of each idea.
 */
export const migrations: readonly string[] = [
  [documentTables, resultTables, ledgerTables, carpetaTables].join('\n'),
  answerLeases,
  newsRevisions,
  writtenDates,
  begunParts,
  leftovers,
  leftOut,
  systemPaths,
];
