import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ApiClient } from '../../../electron/api/index.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { addDays, dayInSantiago, isDay, resolveRange } from '../../../shared/model/dates.ts';
import { clientOver, errorOf } from '../../support/agency/client.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import { readAllPages } from '../../support/agency/practice-client.ts';
import { holds } from '../../support/properties.ts';

// Chile changed its clocks at the end of these days: back in April, forward in September; other years and
// zones had other rules.
const changes = ['2024-04-06', '2024-09-07', '2025-04-05', '2025-09-06', '2026-04-04', '2026-09-05'];
const type = 'PAPEL DEL CAMBIO DE HORA';
let now = Date.parse('2026-11-20T12:00:00Z');
let practice: PracticeAgency;
let client: ApiClient;
const network = createHttpClient();
const filed: { id: string; wall: string }[] = [];

beforeAll(async () => {
  practice = await startPractice({
    documents: 10,
    clients: 1,
    today: '2026-11-20',
    clock: { now: () => now },
  });
  const { baseUrl, agency, key } = practice;
  client = clientOver(network.httpGet, { baseUrl, agency, key: () => key });
  const dispatch = practice.data.dispatches[0]?.number ?? '';
  for (const day of changes) {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    // Every 53 minutes over three days, so that all hours of a day are met, the doubled and the skipped one
    // too.
    for (let minute = -1440; minute < 2 * 1440; minute += 53) {
      now = midnight + minute * 60_000;
      const { id } = practice.changes.arrive({ dispatch, type });
      filed.push({ id, wall: wallIn(now) });
    }
  }
  now = Date.parse('2026-11-20T12:00:00Z');
});
afterAll(async () => {
  network.close();
  await practice.close();
});

/** `YYYY-MM-DD HH:mm` on a wall in Santiago, by another road than the app's. */
function wallIn(instant: number): string {
  return new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/Santiago' }).slice(0, 16);
}

/** Two days near one change, in either order. */
const twoDays = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -2, max: 3 }), fc.integer({ min: -2, max: 3 }))
  .map(([change, one, other]) => [addDays(change, one), addDays(change, other)].sort());
// Hours that come once on every day.
const hour = fc
  .tuple(fc.integer({ min: 2, max: 21 }), fc.nat(59))
  .map((time) => time.map((part) => String(part).padStart(2, '0')).join(':'));

holds(
  'any range around a change of clocks gives the papers of its days in Santiago, both ends included',
  fc.asyncProperty(
    twoDays,
    fc.option(hour, { nil: undefined }),
    fc.option(hour, { nil: undefined }),
    async ([from = '', to = ''], startHour, endHour) => {
      const start = startHour === undefined ? from : `${from} ${startHour}`;
      const end = endHour === undefined ? to : `${to} ${endHour}`;
      const rut = practice.clients[0]?.rut;
      if (rut === undefined) throw new Error('no client');
      const query = { kind: 'files', rut, type, start, end } as const;
      const isBackwards =
        from === to && startHour !== undefined && endHour !== undefined && startHour > endHour;
      if (isBackwards) {
        expect((await errorOf(readAllPages(client, query))).code).toBe('DATE_RANGE_INVALID');
        return;
      }
      const { documents } = await readAllPages(client, query);
      const min = startHour === undefined ? `${from} 00:00` : start;
      const max = endHour === undefined ? `${to} 23:59` : end;
      const expected = filed.filter(({ wall }) => wall >= min && wall <= max).map(({ id }) => id);
      expect(documents.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    },
  ),
);

holds(
  'any instant is on the day that a wall clock in Santiago shows',
  fc.property(fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }), (instant) => {
    expect(dayInSantiago(instant)).toBe(wallIn(instant).slice(0, 10));
  }),
);

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

holds(
  'any relative range ends no later than today, begins no later than it ends, and holds the days it says',
  fc.property(anyDay, fc.integer({ min: 1, max: 3660 }), (today, days) => {
    const { start, end } = resolveRange({ kind: 'last-days', days }, today);
    expect(end).toBe(today);
    expect((Date.parse(end) - Date.parse(start)) / 86_400_000 + 1).toBe(days);
    for (const kind of ['this-month', 'last-month', 'this-year'] as const) {
      const range = resolveRange({ kind }, today);
      expect(isDay(range.start) && isDay(range.end)).toBe(true);
      expect(range.start <= range.end && range.end <= today).toBe(true);
      expect(range.start.endsWith('-01')).toBe(true);
    }
    expect(addDays(addDays(today, days), -days)).toBe(today);
  }),
);
