import type { CDPSession, Page } from 'playwright';

/** One task that held the page's main thread, in ms: by the clock, and the processor's share of it. */
export interface LongTask {
  wall: number;
  /** What the task itself took: on a busy machine the clock counts other programs as well. */
  processor: number;
}

/** A watch over a page's main thread. */
export interface MainThread {
  /**
   * Tasks of a frame (16 ms) or more by the clock, the longest on a processor first, while this was done; and
   * what it gave.
   */
  during<T>(action: () => Promise<T>): Promise<{ value: T; longTasks: LongTask[] }>;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  args?: { name?: string };
  dur?: number;
  tdur?: number;
}

const frameMs = 16;
// Beginning to watch is a task of its own, and not one of the page's.
const settlesMs = 500;

/** Watches by the browser's own trace, whose tasks carry the time that they had on a processor. */
export async function watchMainThread(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  return {
    async during(action) {
      const events: TraceEvent[] = [];
      const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]));
      session.on('Tracing.dataCollected', collect);
      await session.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
      });
      await page.waitForTimeout(settlesMs);
      const value = await action();
      await endOf(session);
      session.off('Tracing.dataCollected', collect);
      return { value, longTasks: longTasksOf(events) };
    },
  };
}

async function endOf(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
}

function longTasksOf(events: readonly TraceEvent[]): LongTask[] {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const pages = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = events.filter(
    (event) => event.name === 'RunTask' && event.ph === 'X' && pages.has(thread(event)),
  );
  if (tasks.length === 0) throw new Error('the trace tells of no task of the page');
  const begun =
    tasks.reduce((first, { ts }) => Math.min(first, ts), Number.POSITIVE_INFINITY) + settlesMs * 900;
  return tasks
    .filter(({ ts }) => ts > begun)
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, processor: tdur / 1000 }))
    .filter(({ wall }) => wall >= frameMs)
    .toSorted((one, other) => other.processor - one.processor);
}
