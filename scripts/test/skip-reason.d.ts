import 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /**
     * Why a test is skipped that is skipped by an option, so that the run can tell; `skip(note)` says it by
     * itself.
     */
    skipReason?: string;
  }
}
