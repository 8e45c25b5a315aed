import { expect, test } from 'vitest';
import { chosenTargets } from '../../scripts/build.mjs';

test.each([
  { names: [], targets: ['page', 'main'] },
  { names: ['page'], targets: ['page'] },
  { names: ['development'], targets: ['development'] },
  { names: ['main', 'page'], targets: ['page', 'main'] },
])('builds $targets where $names are named', ({ names, targets }) => {
  expect(chosenTargets(names)).toEqual(targets);
});
