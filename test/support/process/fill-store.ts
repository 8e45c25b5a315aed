// A process that stores searches until its store refuses one. It prints how many were stored, and the error.
import { openStore } from '../../../electron/database/index.ts';
import { toErrorData } from '../../../shared/errors.ts';

const [path = ''] = process.argv.slice(2);
const store = await openStore(path);
const query = { kind: 'range', connectionIds: ['x'.repeat(20_000)] } as never;
let stored = 0;
try {
  for (; stored < 500; stored++) {
    await store.createResultSet(String(stored), query, '2026-11-20T13:00:00.000Z');
  }
} catch (error) {
  const { code, values } = toErrorData(error);
  process.stdout.write(JSON.stringify({ stored, code, values }), () => process.exit(0));
}
