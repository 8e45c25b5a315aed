import { runInProcess } from './cli/in-process.ts';

process.exitCode = await runInProcess(process.argv.slice(2), { program: 'npm run --silent cli' });
// A keyboard or pipe that nobody reads any more must not keep the process.
process.stdin.unref?.();
