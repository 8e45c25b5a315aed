import { describe, expect, test } from 'vitest';
import {
  backOff,
  decideRetry,
  type Stage,
} from '../../../electron/downloads/signed-links/retry-decision.ts';
import { AppError } from '../../../shared/errors.ts';

const first = { rejections: 1, failures: 1, isServing: true };

function decisionOf(code: string, stage: Stage, status?: number, tries = first) {
  const error = new AppError(code, 'made up', status === undefined ? {} : { status });
  return decideRetry(error, stage, tries);
}

describe('what follows from a failure', () => {
  test.each([
    ['CANCELLED', 'storage', undefined, { act: 'stop' }],
    ['BATCH_OWNED_ELSEWHERE', 'place', undefined, { act: 'leave' }],
    ['DISK_FULL', 'storage', undefined, { act: 'pause', why: 'disk-full' }],
    ['STORE_BUSY', 'storage', undefined, { act: 'pause', why: 'store-unwritable' }],
    ['STORE_STOPPED', 'storage', undefined, { act: 'pause', why: 'store-unwritable' }],
    ['FOLDER_GONE', 'place', undefined, { act: 'pause', why: 'folder-gone' }],
    ['FOLDER_UNWRITABLE', 'place', undefined, { act: 'pause', why: 'folder-gone' }],
    ['API_KEY_INVALID', 'link', 403, { act: 'pause', why: 'connection-refused' }],
    ['PROJECT_ID_UNAUTHORIZED', 'link', 403, { act: 'pause', why: 'connection-refused' }],
    ['TENANT_UNRESOLVED', 'link', 500, { act: 'pause', why: 'connection-refused' }],
    ['A_CODE_TO_COME', 'link', 403, { act: 'pause', why: 'connection-refused' }],
    ['KEY_MISSING', 'link', undefined, { act: 'pause', why: 'connection-refused' }],
    ['NO_NETWORK', 'link', undefined, { act: 'pause', why: 'offline' }],
    ['PROXY_REFUSED', 'storage', 407, { act: 'pause', why: 'offline' }],
    ['DISPATCH_NOT_FOUND', 'link', 404, { act: 'fail' }],
    ['DOCUMENT_GONE', 'link', undefined, { act: 'fail' }],
    ['INTERNAL_ERROR', 'link', 500, { act: 'retry' }],
    ['LINK_EXPIRED', 'storage', 400, { act: 'renew' }],
    ['STORAGE_REFUSED', 'storage', 403, { act: 'renew' }],
    ['STORAGE_REFUSED', 'storage', 404, { act: 'renew' }],
    ['STORAGE_REFUSED', 'storage', 503, { act: 'retry' }],
    ['STORAGE_REFUSED', 'storage', 429, { act: 'retry' }],
    ['STORAGE_REFUSED', 'storage', 405, { act: 'fail' }],
    ['LINK_INSECURE', 'storage', undefined, { act: 'fail' }],
    ['HASH_MISMATCH', 'storage', undefined, { act: 'retry' }],
    ['NOT_A_DOCUMENT', 'storage', undefined, { act: 'retry' }],
    ['FILE_IN_THE_WAY', 'place', undefined, { act: 'fail' }],
    ['UNEXPECTED', 'place', undefined, { act: 'fail' }],
  ] as const)('%s (%s, %s)', (code, stage, status, expected) => {
    expect(decisionOf(code, stage, status)).toEqual(expected);
  });

  test('links are renewed three times, for a file that storage has lost once', () => {
    expect(decisionOf('LINK_EXPIRED', 'storage', 400, { ...first, rejections: 3 })).toEqual({
      act: 'renew',
    });
    expect(decisionOf('LINK_EXPIRED', 'storage', 400, { ...first, rejections: 4 })).toEqual({ act: 'fail' });
    expect(decisionOf('STORAGE_REFUSED', 'storage', 404, { ...first, rejections: 2 })).toEqual({
      act: 'fail',
    });
  });

  test('a place that cannot be written, in a destination that can, fails that document alone', () => {
    const tries = { ...first, isPlaceAlone: true };
    expect(decisionOf('FOLDER_UNWRITABLE', 'place', undefined, tries)).toEqual({ act: 'retry' });
    const last = { ...tries, failures: 3 };
    expect(decisionOf('FOLDER_UNWRITABLE', 'place', undefined, last)).toEqual({ act: 'fail' });
    expect(decisionOf('PATH_TOO_LONG', 'place')).toEqual({ act: 'fail' });
  });

  test('five failures are enough', () => {
    expect(decisionOf('TRANSFER_BROKEN', 'storage', undefined, { ...first, failures: 4 })).toEqual({
      act: 'retry',
    });
    expect(decisionOf('TRANSFER_BROKEN', 'storage', undefined, { ...first, failures: 5 })).toEqual({
      act: 'fail',
    });
  });

  test('storage that does not answer is the network when nothing else answers either, else the document', () => {
    const silent = { ...first, isServing: false };
    expect(decisionOf('NO_NETWORK', 'storage', undefined, { ...silent, failures: 2 })).toEqual({
      act: 'retry',
    });
    expect(decisionOf('NO_NETWORK', 'storage', undefined, { ...silent, failures: 3 })).toEqual({
      act: 'pause',
      why: 'offline',
    });
    expect(decisionOf('NO_NETWORK', 'storage', undefined, { ...first, failures: 5 })).toEqual({
      act: 'fail',
    });
  });

  test.each([
    ['storage', 'TRANSFER_BROKEN'],
    ['storage', 'TRANSFER_STALLED'],
    ['storage', 'STORAGE_REFUSED'],
    ['link', 'INTERNAL_ERROR'],
    ['link', 'RESPONSE_UNREADABLE'],
    ['link', 'WALK_INCOMPLETE'],
    ['link', 'REDIRECTED'],
  ] as const)(
    'who serves nobody (%s, %s) is given as long as one document, and then waited for',
    (stage, code) => {
      const silent = { ...first, isServing: false };
      expect(decisionOf(code, stage, 503, { ...silent, failures: 4 })).toEqual({ act: 'retry' });
      expect(decisionOf(code, stage, 503, { ...silent, failures: 5 })).toEqual({
        ...{ act: 'pause', why: 'offline' },
      });
      expect(decisionOf(code, stage, 503, { ...first, failures: 5 })).toEqual({ act: 'fail' });
    },
  );

  test('waits double from a second, thirty percent either way, and are never longer than thirty', () => {
    expect([1, 2, 3, 4].map((failures) => backOff(failures, 0.5))).toEqual([1000, 2000, 4000, 8000]);
    expect(backOff(1, 0)).toBe(700);
    expect(backOff(1, 1)).toBeCloseTo(1300);
    expect(backOff(9, 1)).toBe(30_000);
  });
});
