import { describe, expect, it } from 'vitest';
import { errorTextOf } from '../../../../../renderer/ui/error-message/error-text.ts';
import { errorCodes } from '../../../../../shared/error-codes.ts';
import english from '../../../../../shared/locales/en/errors.json';
import spanish from '../../../../../shared/locales/es-CL/errors.json';

const read = (code: string): unknown => (spanish as Record<string, unknown>)[code];

describe("an error's words", () => {
  it.each(errorCodes)('are there for %s in both languages', (code) => {
    for (const words of [spanish, english] as Record<string, unknown>[]) {
      const { what } = errorTextOf({ code }, (each) => words[each]);
      expect(words[code]).toBeDefined();
      expect(what).not.toBe(code);
    }
  });

  it('of a code that nobody knows are those of the unexpected, or of an unknown answer of the service', () => {
    expect(errorTextOf({ code: 'SOMETHING_NEW' }, read)).toEqual(errorTextOf({ code: 'UNEXPECTED' }, read));
    const text = errorTextOf({ code: 'SOMETHING_NEW', status: 400 }, read);
    expect(text).toEqual(errorTextOf({ code: 'fallback' }, read));
    expect(text).not.toEqual(errorTextOf({ code: 'UNEXPECTED' }, read));
    const { what, do: whatToDo } = errorTextOf({ code: 'NOT_FOUND', status: 404 }, read);
    expect(what).not.toBe(text.what);
    expect(whatToDo).toContain('dirección del servicio');
    expect(errorTextOf({ code: 'DISPATCH_NOT_FOUND', status: 404 }, read).what).not.toBe(what);
  });

  it('name the values they are given, and never show an unfilled place', () => {
    const own = { what: 'No cabe en {{path}}: faltan {{bytes}}.', do: '' };
    expect(errorTextOf({ code: 'X', values: { path: 'D:\\' } }, () => own).what).toBe(
      'No cabe en D:\\: faltan ….',
    );
  });

  it.each([spanish, english])(
    'name the part of a name template that does not work, and what to do',
    (words) => {
      const error = { code: 'NAME_TEMPLATE_INVALID', values: { part: '{foo}' } };
      const text = errorTextOf(error, () => words.NAME_TEMPLATE_INVALID);
      expect(text.what).toContain('{foo}');
      expect(text.do).not.toBe('');
    },
  );

  it.each([
    [spanish, '{tipo}'],
    [english, '{type}'],
  ] as const)('say of an empty name template that it is, and what could stand in it', (words, field) => {
    const text = errorTextOf({ code: 'NAME_TEMPLATE_EMPTY' }, () => words.NAME_TEMPLATE_EMPTY);
    expect(text.what).not.toMatch(/«»|“”|…/);
    expect(text.do).toContain(field);
  });
});
