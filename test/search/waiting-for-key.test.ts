import { expect, test } from 'vitest';
import { createWaitingForKey } from '../../electron/search/waiting-for-key.ts';
import type { Question } from '../../shared/model/question.ts';
import type { WalkProblem } from '../../shared/model/search.ts';
import { acme } from '../support/documents.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const asked = (number: string, begunAt = 0) => ({
  resultSetId: `of ${number}`,
  question: about(number),
  begunAt,
});

function about(number: string): Question {
  return { kind: 'dispatches', connectionIds: ['norte', 'sur'], dispatches: [{ number, ruts: [acme] }] };
}

function refusedBy(
  connectionId: string,
  code: WalkProblem['error']['code'] = 'API_KEY_INVALID',
): WalkProblem[] {
  const error = { code, message: 'no' };
  return [{ ...{ walkId: '1', kind: 'dispatch', rut: acme, subject: '1' }, connectionId, error }];
}

test('what one agency refused a key for waits for another key of that agency', () => {
  const waiting = createWaitingForKey(createFakeClock());
  expect(waiting.ended(asked('1'), refusedBy('norte'))).toBe(false);
  expect(waiting.ended(asked('2'), refusedBy('sur', 'KEY_MISSING'))).toBe(false);
  expect(waiting.ended(asked('3'), refusedBy('norte', 'NO_NETWORK'))).toBe(false);
  expect(waiting.renewed(['norte'])).toEqual(['of 1']);
  expect(waiting.renewed(['norte', 'sur'])).toEqual(['of 2']);
});

test('what has been answered since waits no more', () => {
  const waiting = createWaitingForKey(createFakeClock());
  waiting.ended(asked('1'), refusedBy('norte'));
  waiting.ended(asked('1'), []);
  expect(waiting.renewed(['norte'])).toEqual([]);
});

test('what was refused the old key after another one had come goes on at once, and what the new one is refused for does not', async () => {
  const clock = createFakeClock();
  const waiting = createWaitingForKey(clock);
  const begunAt = clock.elapsed();
  waiting.renewed(['norte']);
  expect(waiting.ended(asked('1', begunAt), refusedBy('norte'))).toBe(true);
  await clock.advance(1);
  expect(waiting.ended(asked('1', clock.elapsed()), refusedBy('norte'))).toBe(false);
});

test('what a person has stopped since waits no more', () => {
  const waiting = createWaitingForKey(createFakeClock());
  waiting.ended(asked('1'), refusedBy('norte'));
  waiting.stopped(asked('1').question);
  expect(waiting.renewed(['norte'])).toEqual([]);
});
