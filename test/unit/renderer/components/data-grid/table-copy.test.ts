import { describe, expect, it } from 'vitest';
import { copyTable } from '../../../../../renderer/components/data-grid/table-copy.ts';

describe('a copied table', () => {
  const { text, html } = copyTable(
    ['Despacho', 'RUT', 'Monto', 'Fecha'],
    [
      [
        { kind: 'text', text: '00123457890123456789' },
        { kind: 'text', text: '=HYPERLINK("x")' },
        { kind: 'number', value: 1234567.89 },
        { kind: 'day', text: '03-10-2026' },
      ],
      [
        { kind: 'text', text: 'a\tb\nc' },
        { kind: 'text', text: '-5' },
        { kind: 'number', value: -5 },
        { kind: 'text', text: '' },
      ],
    ],
  );

  it('has its titles, tabs between cells and lines between rows', () => {
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text.split('\r\n')[0]).toBe('Despacho\tRUT\tMonto\tFecha');
    expect(text.split('\r\n')[2]?.split('\t')).toHaveLength(4);
  });

  it('holds no formula: a text that begins like one stays a text', () => {
    expect(text).toContain(`\t'=HYPERLINK("x")\t`);
    expect(text.split('\r\n')[2]).toBe("a b c\t'-5\t-5\t");
  });

  it.each([' =1+1', '＝1+1', '\u0001=1', '＠x'])('takes %j for a formula too', (formula) => {
    const copied = copyTable(['a'], [[{ kind: 'text', text: formula }]]);
    expect(copied.text.split('\r\n')[1]).toBe(`'${formula}`);
  });

  it('writes numbers with a comma, as es-CL does, and gives Excel their value', () => {
    expect(text).toContain('1234567,89');
    expect(html).toContain('x:num="1234567.89"');
  });

  it('tells Excel that long numbers are text', () => {
    expect(html).toContain(`<td style="mso-number-format:'\\@'">00123457890123456789</td>`);
  });

  it('escapes what could be markup', () => {
    expect(copyTable(['<b>'], [[{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]]).html).not.toContain(
      '<img',
    );
  });
});
