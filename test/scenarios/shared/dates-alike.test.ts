import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { legalRetention } from '../../../electron/database/rules/legal-retention.ts';
import { dateKey } from '../../../electron/database/sort-keys.ts';
import { type NameSource, parseTemplate } from '../../../electron/downloads/files/name-template.ts';
import { planFixedFolder, planPath } from '../../../electron/downloads/files/plan-path.ts';
import { cellOf } from '../../../electron/exports/cell.ts';
import type { Cell } from '../../../electron/lib/worksheet-cell.ts';
import { dateCell } from '../../../renderer/components/data-grid/item-value.ts';
import { type Day, dayInSantiago, formatDay, shownDate } from '../../../shared/model/dates.ts';
import { holds } from '../../support/properties.ts';
import { document } from '../../support/samples/documents.ts';

// Every place that reads a date of a document or of the service reads the same day, or none.

const words = { yes: 'sí', no: 'no', of: () => undefined };

function dayOfCell(cell: Cell): Day | undefined {
  if (cell.kind === 'day') return cell.day;
  return cell.kind === 'time' ? cell.time.slice(0, 10) : undefined;
}

function dayInPath(text: string): Day | undefined {
  const of: NameSource = {
    document: document({ id: 'a', dispatch: { fechaApertura: text } }),
    rut: '76086428-5',
    client: 'ACME',
    agency: 'Agencia',
  };
  const template = parseTemplate('{year:fechaApertura}-{month:fechaApertura}-{day:fechaApertura}/{nn}');
  const { folder } = planPath(template, of, '/carpetas', planFixedFolder(template, of, '/carpetas'));
  return /^\d{4}-\d{2}-\d{2}$/.exec(folder)?.[0];
}

/** What each reader takes a text for; undefined for none. */
const readers: Readonly<Record<string, (text: string) => Day | undefined>> = {
  lists: (text) => (dateCell(text).kind === 'day' ? reversed(dateCell(text).text) : undefined),
  'sorting and filters': (text) => dateKey(text) || undefined,
  Excel: (text) => dayOfCell(cellOf({ issueDate: text }, 'issueDate', words)),
  'covers, mails and the terminal': (text) => reversedIfDay(shownDate(text)),
  Conservación: (text) => {
    const save = legalRetention({ operation: 'import', acceptance: text, legalisation: '' });
    return save.kind === 'known' && save.basis !== 'person' ? save.from : undefined;
  },
  'names of folders': dayInPath,
};

function reversed(day: string): Day {
  return day.split('-').reverse().join('-');
}

function reversedIfDay(text: string): Day | undefined {
  return /^\d{2}-\d{2}-\d{4}$/.test(text) ? reversed(text) : undefined;
}

function readByAll(text: string): Record<string, Day | undefined> {
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(text)]));
}

const byAll = (day: Day | undefined) => Object.fromEntries(Object.keys(readers).map((name) => [name, day]));

const monthNames = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const longNames =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');

/** A day as services and documents write it. */
function formsOf(day: Day): string[] {
  const [year = '', month = '', date = ''] = day.split('-');
  const name = monthNames[Number(month) - 1] ?? '';
  const noon = Date.parse(`${day}T15:00:00Z`);
  return [
    ...[day, `${day}T00:00:00`, `${day}T00:00:00.000Z`, `${day}T00:00:00Z`, `${day}T12:30:00-03:00`],
    ...[`${year}${month}${date}`, `${date}/${month}/${year}`, `${date}.${month}.${year}`, formatDay(day)],
    ...[`${date}-${name}-${year}`, `${Number(date)} de ${longNames[Number(month) - 1]} de ${year}`],
    ...[`${date}/${month}/${year} 00:00:00`, `${year}/${month}/${date}`],
    ...[`/Date(${Date.parse(`${day}T00:00:00Z`)})/`, `/Date(${noon})/`, `/Date(${noon}-0300)/`],
  ];
}

const days = fc
  .date({ min: new Date('1980-01-02'), max: new Date('2199-12-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a date is the same day for every reader', () => {
  holds(
    'in whatever form it is written',
    fc.property(
      days.filter((day) => day >= '2000' && day < '2100'),
      fc.nat(),
      (day, pick) => {
        const forms = formsOf(day);
        const text = forms[pick % forms.length] ?? day;
        expect([text, readByAll(text)]).toEqual([text, byAll(day)]);
      },
    ),
  );

  holds(
    'with whatever time and zone',
    fc.property(days, fc.nat(86_399), fc.integer({ min: -14 * 4, max: 14 * 4 }), (day, second, quarter) => {
      const time = new Date(second * 1000).toISOString().slice(11, 19);
      const minutes = Math.abs(quarter) * 15;
      const two = (number: number) => String(number).padStart(2, '0');
      const zone = `${quarter < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
      const text = `${day}T${time}${zone}`;
      const [one] = Object.values(readByAll(text));
      expect([text, readByAll(text)]).toEqual([text, byAll(one)]);
    }),
  );

  test('midnight in Chile is the day that it begins', () => {
    expect(readByAll('2026-12-31T00:00:00-03:00')).toEqual(byAll('2026-12-31'));
    expect(readByAll('31-dic-2026')).toEqual(byAll('2026-12-31'));
    expect(readByAll('20261231')).toEqual(byAll('2026-12-31'));
    expect(dayInSantiago(Date.parse('2026-12-31T03:00:00Z'))).toBe('2026-12-31');
  });
});

describe('a date that stands for none is none for every reader', () => {
  const none = ['0001-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1901-01-01', '1979-12-31'];
  test.each([
    ...none.flatMap((day) => [day, `${day}T00:00:00`, `${day}T00:00:00.000Z`, `${day}T04:42:46Z`]),
    ...['01-01-0001', '30/12/1899', '01/01/1900 00:00:00', '31-dic-1979', '19000101', '19790704'],
    ...['/Date(-62135596800000)/', '/Date(-2208988800000)/', '/Date(0)/', '/Date(0-0300)/'],
    ...['9999-12-31T23:59:59', '31-12-9999'],
  ])('%s', (text) => {
    expect(readByAll(text)).toEqual(byAll(undefined));
    // Nor is it shown, as if it were one.
    expect([
      shownDate(text),
      dateCell(text).text,
      cellOf({ issueDate: text }, 'issueDate', words).kind,
    ]).toEqual([...['', '', 'empty']]);
  });
});
