import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, askExactly } from '../../../../support/agency/ask.ts';
import { type PracticeAgency, startPractice } from '../../../../support/agency/practice-agency.ts';

let practice: PracticeAgency;
beforeAll(async () => {
  practice = await startPractice({ documents: 30 });
});
afterAll(() => practice.close());

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('X-Request-Id', () => {
  it.each([
    ['letters, digits and every sign allowed', 'AZaz09_.:@+~/=-'],
    ['one character', 'x'],
    ['128 characters', 'x'.repeat(128)],
  ])('is kept: %s', async (_row, id) => {
    const response = await ask(practice, '/master/file-types', {}, { 'x-request-id': id });
    expect(response.headers['x-request-id']).toBe(id);
  });

  it('is kept when only the spaces around it make it longer than 128', async () => {
    const response = await ask(
      practice,
      '/master/file-types',
      {},
      { 'x-request-id': ` \t${'y'.repeat(128)}  ` },
    );
    expect(response.headers['x-request-id']).toBe('y'.repeat(128));
  });

  it.each([
    ['empty', ''],
    ['spaces alone', '   '],
    ['129 characters', 'x'.repeat(129)],
    ['a space within', 'a b'],
    ['a comma', 'a,b'],
    ['a letter beyond ASCII', 'a\u00f1o'],
    ['a percent sign', 'a%20b'],
  ])('is a fresh UUID instead, and no error: %s', async (_row, id) => {
    const response = await ask(practice, '/master/file-types', {}, { 'x-request-id': id });
    expect(response.status).toBe(200);
    expect(response.headers['x-request-id']).toMatch(uuid);
  });

  it('is a fresh UUID when it is sent twice', async () => {
    const headers = { 'x-request-id': ['uno', 'dos'] };
    const response = await askExactly(practice.baseUrl, '/x', { headers });
    expect(response.headers['x-request-id']).toMatch(uuid);
  });

  it('differs from one answer to the next when none is sent', async () => {
    const [one, other] = await Promise.all([
      ask(practice, '/master/file-types'),
      ask(practice, '/master/file-types'),
    ]);
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id']);
  });

  it('stands in an error body as it stands in the header', async () => {
    const response = await ask(practice, '/files', {}, { 'x-request-id': 'caso-1' });
    expect(response.json()['requestId']).toBe('caso-1');
    expect(response.headers['x-request-id']).toBe('caso-1');
  });
});
