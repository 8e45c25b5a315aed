import { describe, expect, it } from 'vitest';
import { readPastedRuts } from '../../../../electron/connections/pasted-ruts.ts';

const good = (text: string) =>
  readPastedRuts(text).flatMap((pasted) => (pasted.verdict === 'wrong-form' ? [] : [pasted.rut]));

describe('pasted RUTs', () => {
  it.each([
    ['line ends of Windows, old Macs and Unix', '12.345.678-5\r\n9.068.826-K\r18.972.631-7\n96591760-8'],
    ['tabs of a spreadsheet row', '12.345.678-5\t9.068.826-K\t18.972.631-7\t96591760-8'],
    ['semicolons, bars and commas', '12.345.678-5; 9.068.826-K | 18.972.631-7,96591760-8'],
    ['commas without a space', '12.345.678-5,9.068.826-K,18.972.631-7,96591760-8'],
    ['spaces', '12.345.678-5 9.068.826-K  18.972.631-7 965917608'],
    ['non-breaking spaces', '12.345.678-5\u00a09.068.826-K\u202f18.972.631-7\u00a096591760-8'],
    ['quotation marks', '"12.345.678-5"\n“9.068.826-K”\n\'18.972.631-7\'\n96591760-8'],
    ['line separators of Unicode', '12.345.678-5\u20289.068.826-K\u202918.972.631-7\u008596591760-8'],
  ])('are parted by %s', (_, text) => {
    expect(good(text)).toEqual(['12345678-5', '9068826-K', '18972631-7', '96591760-8']);
  });

  it.each([
    ['a lower-case k', '9.068.826-k', '9068826-K'],
    ['Unicode dashes', '9.068.826\u2013K\n9.068.826\u2212K\n9.068.826\u2010K\n9.068.826\uff0dK', '9068826-K'],
    ['a non-breaking space at its end', '9.068.826-K\u00a0', '9068826-K'],
    ['spaces around the hyphen', '9.068.826 - K', '9068826-K'],
    ['spaces for thousands', '9 068 826-K', '9068826-K'],
    ['non-breaking spaces for thousands', '9\u00a0068\u00a0826-K', '9068826-K'],
    ['invisible marks', '\ufeff\u200e9.068.826-K\u200b', '9068826-K'],
    ['full-width figures', '９.０６８.８２６-Ｋ', '9068826-K'],
    ['a label', 'RUT: 9.068.826-K\nR.U.T. 9.068.826-K\nrut N° 9.068.826-K', '9068826-K'],
  ])('are read with %s', (_, text, rut) => {
    expect(new Set(good(text))).toEqual(new Set([rut]));
    expect(readPastedRuts(text).every(({ verdict }) => verdict === 'good')).toBe(true);
  });

  it('are judged one by one', () => {
    expect(readPastedRuts('12.345.678-5\n12.345.678-9\n012.345.678-5\nRUT\n1e2')).toEqual([
      { verdict: 'good', text: '12.345.678-5', rut: '12345678-5', expected: '5', isRepeated: false },
      { verdict: 'wrong-digit', text: '12.345.678-9', rut: '12345678-9', expected: '5', isRepeated: false },
      { verdict: 'wrong-form', text: '012.345.678-5' },
      { verdict: 'wrong-form', text: 'RUT' },
      { verdict: 'wrong-form', text: '1e2' },
    ]);
  });

  it('say which of them stood there before, however they were written', () => {
    const pasted = readPastedRuts('9.068.826-K\n9068826k\n12.345.678-5');
    expect(pasted.map((one) => one.verdict !== 'wrong-form' && one.isRepeated)).toEqual([false, true, false]);
  });

  it('with commas for thousands are one text of a wrong form, not three RUTs', () => {
    expect(readPastedRuts('12,345,678-5')).toEqual([{ verdict: 'wrong-form', text: '12,345,678-5' }]);
  });

  it('are none in an empty text', () => {
    expect(readPastedRuts(' \n\t\u00a0\r\n;;')).toEqual([]);
  });
});
