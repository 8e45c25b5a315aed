import { expect, it } from 'vitest';
import { dayText } from '../../../../renderer/ui/day-text.ts';

it('a day is shown as Chilean staff read it, and nothing as nothing', () => {
  expect([dayText('2031-12-31'), dayText(''), dayText(undefined)]).toEqual(['31-12-2031', '', '']);
});
