import { expect, test } from 'vitest';
import { attemptsOfRound, storableError, waitOf } from '../../../../electron/jobs/index.ts';
import { maxAttempts } from '../../../../shared/error-codes.ts';
import { AppError } from '../../../../shared/errors.ts';

test('what is kept of an error is its code and its words, and nothing that the service said of a client', () => {
  const exchange = {
    at: '2026-11-20T12:00:00.000Z',
    method: 'GET' as const,
    path: '/a/v1/files?rut=12345678-5',
    agency: 'a',
    rut: '12345678-5',
    response: '{"name":"ACME Ltda."}',
    attempts: 5,
  };
  const error = new AppError('INTERNAL_ERROR', 'as the test says', {
    status: 500,
    requestId: 'r',
    exchange,
  });
  expect(storableError(error)).toEqual({
    code: 'INTERNAL_ERROR',
    message: 'as the test says',
    status: 500,
    requestId: 'r',
  });
});

test('a round that is over is followed by one that begins at nought', () => {
  const counts = [0, 1, maxAttempts - 1, maxAttempts];
  expect(counts.map((attempts) => attemptsOfRound({ attempts }))).toEqual([0, 1, maxAttempts - 1, 0]);
});

test('nobody waits for longer than is ever decided, as after a clock that was set back', () => {
  const wait = (retryAfter: number | undefined) => waitOf({ retryAfter }, 1_000, 500);
  expect([wait(undefined), wait(900), wait(1_500), wait(1_501)]).toEqual([undefined, 0, 500, undefined]);
});
