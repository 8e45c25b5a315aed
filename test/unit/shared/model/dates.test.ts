import { beforeAll, describe, expect, it } from 'vitest';
import { inEveryZone } from '../../../support/in-zone.ts';

type Dates = typeof import('../../../../shared/model/dates.ts');

inEveryZone(() => {
  let dates: Dates;
  beforeAll(async () => {
    dates = await import('../../../../shared/model/dates.ts');
  });

  describe('a date of the service', () => {
    const shown = (iso: string) => dates.formatDay(dates.dayOf(iso) ?? 'none');

    it.each([
      ['2026-10-05T00:00:00.000Z', '05-10-2026'],
      ['2026-10-05T00:00:00Z', '05-10-2026'],
      ['2026-10-05', '05-10-2026'],
      ['2026-10-14T00:00:00', '14-10-2026'],
      ['2026-10-14T00:00', '14-10-2026'],
      ['2026-10-14T00:00:00.000+00:00', '14-10-2026'],
      // Midnight did not exist in Chile on this day.
      ['2026-09-06T00:00:00', '06-09-2026'],
      ['2026-01-01T00:00:00.000Z', '01-01-2026'],
      ['2024-02-29T00:00:00.000Z', '29-02-2024'],
    ])('without a time of day, %s, stays on its day', (iso, day) => {
      expect(shown(iso)).toBe(day);
      expect(dates.isDayOnly(iso)).toBe(true);
    });

    it.each([
      // Summer time in Chile is three hours behind UTC, winter time four.
      ['2026-01-15T02:59:59.999Z', '14-01-2026'],
      ['2026-01-15T03:00:00.000Z', '15-01-2026'],
      ['2026-07-15T03:59:00.000Z', '14-07-2026'],
      ['2026-07-15T04:00:00.000Z', '15-07-2026'],
      ['2026-07-14T23:30:00-04:00', '14-07-2026'],
    ])('with a time of day, %s, is on the day that it was in Santiago', (iso, day) => {
      expect(shown(iso)).toBe(day);
      expect(dates.isDayOnly(iso)).toBe(false);
    });

    it.each([
      ['2026-10-14T22:30:00', '14-10-2026'],
      ['2026-10-14T01:15', '14-10-2026'],
      ['2026-10-14T23:59:59.999', '14-10-2026'],
    ])('with a time of day and no zone, %s, is taken as it stands', (iso, day) => {
      expect(shown(iso)).toBe(day);
      expect(dates.timeAsItStands(iso)?.slice(0, 16)).toBe(iso.slice(0, 16));
    });

    it.each([
      '2026-02-30T10:00:00',
      '2026-02-30T00:00:00',
      '2026-10-14T25:00',
      '2026-10-14Tmorning',
      '',
      'mañana',
      '2026-13-01T10:00:00Z',
      '2026-02-30',
      '05/10/2026',
      '20261005',
    ])('that is none, %j, has no day', (text) => {
      expect(dates.dayOf(text)).toBeUndefined();
    });
  });

  describe('a date as a document has it', () => {
    it.each([
      '09/11/2026',
      '9-11-2026',
      '09.11.2026',
      '09-11-26',
      '09 / 11 / 2026',
      '2026-11-09',
      '2026/11/09',
      '2026-11-09T00:00:00.000Z',
      '9 de noviembre de 2026',
      ' 09  DE NOVIEMBRE  DEL 2026',
      '09-NOV-2026',
      '9 nov. 26',
      '20261109',
      '/Date(1794182400000)/',
      '/Date(1794193200000-0300)/',
      '2026-11-09 00:00:00.000',
      '09/11/2026 12:00:00 a. m.',
    ])('%j, is read as its day, the day before the month', (text) => {
      expect(dates.writtenDay(text)).toBe('2026-11-09');
    });

    it.each([
      ['1 de setiembre de 2026', '2026-09-01'],
      ['31-dic-2026', '2026-12-31'],
      ['31-Dec-2026', '2026-12-31'],
      ['20261231', '2026-12-31'],
      // One minute before midnight in Santiago, which is the next day in UTC.
      ['/Date(1798772340000)/', '2026-12-31'],
      ['28/10/1998', '1998-10-28'],
      ['2026-11-09 14:30', '2026-11-09'],
      ['09/11/2026 14:30:05', '2026-11-09'],
    ])('%j, is read', (text, day) => {
      expect(dates.writtenDay(text)).toBe(day);
    });

    it.each([
      ...['', 'OCT 2026', '31/02/2026', '10/28/2026', '09/11/98', '9/11-2026', '09112026', '1.234.567'],
      ...['9 de noviembre', '9 de no de 2026', '12.345.678-5', 'mañana'],
    ])('that is none or in doubt, %j, has no day', (text) => {
      expect(dates.writtenDay(text)).toBeUndefined();
    });
  });

  it.each([
    ...['0001-01-01', '0001-01-01T00:00:00', '0001-01-01T04:42:46Z', '01/01/0001', '01-01-0001 0:00:00'],
    ...['1899-12-30', '30/12/1899', '1900-01-01T00:00:00.000Z', '1900-01-01T04:42:46-04:00', '19000101'],
    ...['/Date(-62135596800000)/', '1970-01-01T00:00:00Z', '/Date(0)/', '31-12-1979', '9999-12-31T23:59:59'],
  ])('%j stands for no date', (text) => {
    expect(dates.isNoDate(text)).toBe(true);
    expect(dates.dayOf(text)).toBeUndefined();
    expect(dates.writtenDay(text)).toBeUndefined();
    expect(dates.shownDate(text)).toBe('');
  });

  it.each(['1980-01-01', '2026-11-09', '410931', 'mañana', '', '1-2-3456'])(
    '%j is no date that stands for none',
    (text) => expect(dates.isNoDate(text)).toBe(false),
  );

  describe('a day as it is typed', () => {
    it.each([
      ['31-10-2026', '2026-10-31'],
      ['31/10/26', '2026-10-31'],
      ['31102026', '2026-10-31'],
      ['1/2/26', '2026-02-01'],
      ['1-2-2030', '2030-02-01'],
      [' 05.11.2026 ', '2026-11-05'],
      [' 31 12 2031 ', '2031-12-31'],
      ['2026-10-31', '2026-10-31'],
      ['29-02-2024', '2024-02-29'],
    ])('%s is %s', (text, day) => expect(dates.typedDay(text)).toBe(day));

    it.each([
      ...['', '30-02-2026', '29-02-2026', '31-04-2026', '10-31-2026', '1-1', 'mañana', '01-01-02026'],
      ...['12-31-2031', '20261031', '311026'],
    ])('%j is none', (text) => expect(dates.typedDay(text)).toBeUndefined());
  });

  it.each([
    ['issueDate', true],
    ['infoDoc.document.dueDate', true],
    ['dispatch.fechaEta', true],
    ['dispatch.referencia', false],
    ['update', false],
  ])('whether %j is named as a date is told', (path, isNamed) => {
    expect(dates.isNamedDate(path)).toBe(isNamed);
  });

  it('the day in Santiago changes at its midnight, also around daylight saving', () => {
    // Clocks go back on 5 April 2026 and forward on 6 September 2026, both at 24:00 of the day before.
    const around = [
      ['2026-04-05T02:59:59Z', '2026-04-04'],
      ['2026-04-05T03:30:00Z', '2026-04-04'],
      ['2026-04-05T04:00:00Z', '2026-04-05'],
      ['2026-09-06T03:59:59Z', '2026-09-05'],
      ['2026-09-06T04:00:00Z', '2026-09-06'],
    ] as const;
    for (const [iso, day] of around) expect(dates.dayInSantiago(Date.parse(iso))).toBe(day);
  });

  it.each([
    ['2026-01-15', '2026-01-15T03:00:00.000Z'],
    ['2026-07-15', '2026-07-15T04:00:00.000Z'],
    // The clocks go from midnight to one, and from midnight back to eleven.
    ['2026-09-06', '2026-09-06T04:00:00.000Z'],
    ['2026-04-05', '2026-04-05T04:00:00.000Z'],
  ])('%s starts in Santiago at %s', (day, start) => {
    expect(new Date(dates.startOfDay(day)).toISOString()).toBe(start);
    expect(dates.dayInSantiago(dates.startOfDay(day) - 1)).toBe(dates.addDays(day, -1));
  });

  describe('a range', () => {
    const today = '2026-03-15';
    it.each([
      [{ kind: 'last-days', days: 1 } as const, '2026-03-15', '2026-03-15'],
      [{ kind: 'last-days', days: 30 } as const, '2026-02-14', '2026-03-15'],
      [{ kind: 'this-month' } as const, '2026-03-01', '2026-03-15'],
      [{ kind: 'last-month' } as const, '2026-02-01', '2026-02-28'],
      [{ kind: 'this-year' } as const, '2026-01-01', '2026-03-15'],
      [{ kind: 'days', start: '2025-12-31', end: '2026-01-01' } as const, '2025-12-31', '2026-01-01'],
    ])('%j asked on 15 March means its days', (range, start, end) => {
      expect(dates.resolveRange(range, today)).toEqual({ start, end });
    });
  });

  it.each([
    ['2026-02-30', false],
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['2026-04-31', false],
  ])('%s is a day: %s', (text, is) => {
    expect(dates.isDay(text)).toBe(is);
  });

  it('days are counted by the calendar, not by 24 hours', () => {
    expect(dates.addDays('2026-04-04', 1)).toBe('2026-04-05');
    expect(dates.addDays('2026-09-05', 1)).toBe('2026-09-06');
    expect(dates.addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(dates.addDays('2024-02-28', 1)).toBe('2024-02-29');
  });
});
