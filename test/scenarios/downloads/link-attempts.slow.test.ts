import { expect, test } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import {
  connectionId,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { createIdleClock } from '../../support/app/idle-clock.ts';

test('an agency that is away for an hour costs five requests a dispatch and a small one each minute, and its batch goes on by itself', async () => {
  // Nearly all of the hour nothing is done: a minute at a time.
  const clock = createIdleClock(60_000);
  const agency = await practice({ documents: 900, clock });
  const fixture = await openFixture({ agency });
  const dispatchOf = ({ id }: DocumentKey) => agency.data.document(id)?.dispatch?.number ?? '';
  try {
    const withFile = (await fixture.find({ atMost: 300 })).filter(({ id }) => agency.data.document(id)?.file);
    const dispatches = new Set([...new Set(withFile.map(dispatchOf))].slice(0, 20));
    const selected = withFile.filter((document) => dispatches.has(dispatchOf(document)));
    expect(dispatches.size).toBe(20);
    fixture.links.forget(connectionId);
    agency.requests.forget();
    const mend = agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
    const id = await fixture.start(selected);
    await clock.sleep(3_600_000);
    const probes = agency.requests.count('file-types');
    expect(agency.requests.count('dispatch-files')).toBeLessThanOrEqual(5 * dispatches.size);
    expect(probes).toBeGreaterThan(0);
    expect(probes).toBeLessThanOrEqual(65);
    mend();
    expect((await fixture.until(id, isEnded)).counts.done).toBe(selected.length);
  } finally {
    await fixture.close();
    removeHome(fixture);
    await agency.close();
  }
});
