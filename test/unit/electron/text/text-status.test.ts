import { expect, test } from 'vitest';
import { textStatus } from '../../../../electron/text/text-status.ts';

const scans = { isOn: () => false, isAllowed: () => false, retryInMs: () => 0, secondsFor: () => undefined };

test.each([
  [1, 'reading'],
  [0, 'idle'],
])('with the facts of %i files that wait, the status says %s', (waitingFacts, state) => {
  const counts = { read: 1, waiting: 0, unread: {}, waitingScans: 0, waitingFacts, isRemade: false };
  const activity = { waits: undefined, isReading: true, msPerFile: undefined, scans };
  expect(textStatus(counts, activity)).toMatchObject({ state, unreadTotal: 0 });
});
