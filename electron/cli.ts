import { runInProcess } from './cli/run-in-process.ts';

process.exitCode = await runInProcess(process.argv.slice(2), { program: 'npm run --silent cli' });
// A keyboard or pipe without a reader must not keep the process alive.
process.stdin.unref?.();
