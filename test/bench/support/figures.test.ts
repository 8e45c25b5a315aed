import { expect, test } from 'vitest';
import { withTable } from './figures.ts';

test('the table of a command takes the place of its earlier one, and leaves those of others', () => {
  const one = withTable('', 'npm run bench -- whole', 'a machine\n\n| a |\n');
  expect(one).toMatch(/^# Figures\n\n.+\n\n## `npm run bench -- whole`\n\na machine\n\n\| a \|\n$/s);
  const two = withTable(one, 'npm run bench -- search', '| b |');
  const three = withTable(two, 'npm run bench -- whole', '| c |\n\n| d |');
  expect(three).not.toContain('| a |');
  expect(three.indexOf('| d |')).toBeLessThan(three.indexOf('| b |'));
  expect(three.match(/^## /gm)).toHaveLength(2);
  expect(withTable(three, 'npm run bench -- whole', '| c |\n\n| d |')).toBe(three);
});
