import { describe, expect, test } from 'vitest';
import { readDayRange } from '../../../electron/search/query-parser/read-day-range.ts';

const read = (text: string) => readDayRange(text, '2026-11-20');

describe('days in words', () => {
  test.each<[string, string, string]>([
    ['octubre', '2026-10-01', '2026-10-31'],
    ['OCT.', '2026-10-01', '2026-10-31'],
    ['octubre 2025', '2025-10-01', '2025-10-31'],
    ['octubre de 2025', '2025-10-01', '2025-10-31'],
    ['noviembre', '2026-11-01', '2026-11-30'],
    ['diciembre', '2025-12-01', '2025-12-31'],
    ['febrero 2024', '2024-02-01', '2024-02-29'],
    ['septiembre y octubre', '2026-09-01', '2026-10-31'],
    ['de septiembre a noviembre 2025', '2025-09-01', '2025-11-30'],
    ['noviembre a enero', '2025-11-01', '2026-01-31'],
    ['10/2026', '2026-10-01', '2026-10-31'],
    ['October 2026', '2026-10-01', '2026-10-31'],
    ['del 1 al 15 de octubre', '2026-10-01', '2026-10-15'],
    ['1 de septiembre al 15 de octubre de 2025', '2025-09-01', '2025-10-15'],
    ['15 octubre', '2026-10-15', '2026-10-15'],
    ['01-10-2026 a 15-10-2026', '2026-10-01', '2026-10-15'],
    ['entre 01/10/26 y 15/10/26', '2026-10-01', '2026-10-15'],
    ['desde el 01-10-2026', '2026-10-01', '2026-11-20'],
    ['ayer', '2026-11-19', '2026-11-19'],
    ['esta semana', '2026-11-16', '2026-11-22'],
    ['last week', '2026-11-09', '2026-11-15'],
    ['año pasado', '2025-01-01', '2025-12-31'],
    ['año 2024', '2024-01-01', '2024-12-31'],
  ])('%s is from %s to %s', (text, start, end) => {
    expect(read(text)).toMatchObject({ range: { kind: 'days', start, end } });
    expect(read(text)?.rest.trim()).toBe('');
  });

  test.each<[string, object]>([
    ['últimos 90 días', { kind: 'last-days', days: 90 }],
    ['last 2 months', { kind: 'last-days', days: 60 }],
    ['hoy', { kind: 'last-days', days: 1 }],
    ['este mes', { kind: 'this-month' }],
    ['el mes pasado', { kind: 'last-month' }],
    ['this year', { kind: 'this-year' }],
  ])('%s stays relative to the day on which it is asked', (text, range) => {
    expect(read(text)?.range).toEqual(range);
  });

  test('leave the rest of the text as it was', () => {
    expect(read('facturas y BL de octubre de Ácme')?.rest.replace(/\s+/g, ' ')).toBe('facturas y BL Ácme');
  });

  test.each([
    'marítima',
    'Mayorista',
    '31 de febrero',
    '88/2026',
    'I-2026/0088',
    '2026',
    'octubrex',
    '410905',
  ])('%s says none', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
