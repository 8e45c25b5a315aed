import { expect, it } from 'vitest';
import { previewName } from '../../../../../electron/downloads/files/plan-path.ts';
import { dispatchObjectKeys } from '../../../../../shared/model/dispatch-fields.ts';

it.each(dispatchObjectKeys)('the sample document has a value for {%s}', (key) => {
  expect(previewName(`a{${key}}b`).path).not.toBe('ab.pdf');
});
