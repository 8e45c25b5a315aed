/**
 * A program for trials that end it at any moment: an app without a window that refreshes one saved search of
 * a kept store.
 */

import { thisProcess } from '../../../electron/lib/process-identity.ts';
import { startPractice } from '../agency/practice-agency.ts';
import { openSearchFixture } from '../app/search-fixture.ts';

/** What such a process is told, as JSON in `REFRESH_ORDER`. */
export interface RefreshOrder {
  home: string;
  savedId: string;
  agency: { baseUrl: string; agency: string; key: string };
}

const order = process.env['REFRESH_ORDER'];
if (order !== undefined) {
  const { home, savedId, agency }: RefreshOrder = JSON.parse(order);
  // Of its own agency only the shape is used: it asks the one that it is told of.
  const own = await startPractice({ documents: 1, clients: 1 });
  const fixture = await openSearchFixture({
    home,
    agency: Object.assign(Object.create(own), agency),
    overrides: { process: thisProcess() },
  });
  process.stdout.write('begun\n');
  await fixture.search.saved.refresh(savedId);
  process.stdout.write('ended\n');
  process.exit(0);
}
