import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { compiledSources, sourceOptions } from './scripts/source-options.mjs';
import { workersInNode } from './scripts/test/workers.mjs';
import { bundledWorkerOptions } from './test/support/database/store-worker-files.mjs';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    // The real package would begin to download a program when it is imported in plain Node.
    alias: { electron: join(import.meta.dirname, 'test/support/electron/index.ts') },
    server: { deps: { inline: ['electron-store'] } },
    // Guards against hanging alone: a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: workersInNode,
    // Files share a process and the modules they import, which took longer to load for each file than most files take; each-file.ts clears up.
    isolate: false,
    setupFiles: ['test/support/each-file.ts'],
    globalSetup: ['test/support/database/bundle-store-worker.ts', 'test/support/disk/run-folder.ts'],
    // Child processes read the sources: with this, types are stripped once and not for every one of them.
    env: { NODE_COMPILE_CACHE: compiledSources },
    execArgv: [...sourceOptions, ...bundledWorkerOptions],
    // Measured where it is asked for: what only Electron runs is run by tests branch by branch (scripts/test/stages.mjs).
    coverage: {
      include: [
        'electron/main.ts',
        'electron/preload.ts',
        'electron/ipc/call-gate.ts',
        'electron/platform/electron/*.ts',
      ],
      reporter: [['text', { skipFull: true }]],
      reportsDirectory: 'dist/coverage',
      thresholds: { branches: 100 },
    },
  },
});
