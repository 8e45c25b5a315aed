import { expect, it } from 'vitest';
import { toRenderError } from '../../../../../renderer/ui/error-message/render-error.ts';
import { AppError } from '../../../../../shared/errors.ts';

it('what was thrown while drawing is told by its kind and its place, never by its own words', () => {
  const error = new TypeError('cannot read 76.086.428-5');
  error.stack = `TypeError: cannot read 76.086.428-5
    at news (https://carpeta.invalid/assets/desk-B5.js:3:1204)
    at https://carpeta.invalid/assets/react-C1.js:9:77`;
  expect(toRenderError(error)).toEqual({
    code: 'UNEXPECTED',
    message: 'unexpected TypeError at desk-B5.js:3:1204, react-C1.js:9:77',
  });
});

it('an error of the app keeps its code and words', () => {
  expect(toRenderError(new AppError('STORE_BUSY', 'held'))).toEqual({ code: 'STORE_BUSY', message: 'held' });
});

it('what is no error at all is told too', () => {
  expect(toRenderError('text')).toEqual({ code: 'UNEXPECTED', message: 'unexpected string' });
});
