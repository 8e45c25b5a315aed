import { describe, expect, test } from 'vitest';
import { decideRetry, type Stage } from '../../../../../electron/downloads/transfer/retry-or-pause.ts';
import { AppError } from '../../../../../shared/errors.ts';

const first = { rejections: 1, failures: 1, isServing: true, isDestinationWritable: false };

function decisionOf(code: string, stage: Stage, status?: number, tries = first) {
  const error = new AppError(code, 'made up', status === undefined ? {} : { status });
  return decideRetry(error, stage, tries);
}

describe('what follows from a failure', () => {
  test.each([
    ['CANCELLED', 'storage', undefined, { action: 'stop' }],
    ['BATCH_OWNED_ELSEWHERE', 'folder', undefined, { action: 'leave' }],
    ['DISK_FULL', 'storage', undefined, { action: 'pause', why: 'disk-full' }],
    ['STORE_BUSY', 'storage', undefined, { action: 'pause', why: 'store-unwritable' }],
    ['STORE_STOPPED', 'storage', undefined, { action: 'pause', why: 'store-unwritable' }],
    ['FOLDER_GONE', 'folder', undefined, { action: 'pause', why: 'folder-gone' }],
    ['FOLDER_UNWRITABLE', 'folder', undefined, { action: 'pause', why: 'folder-gone' }],
    ['API_KEY_INVALID', 'link', 403, { action: 'pause', why: 'connection-refused' }],
    ['PROJECT_ID_UNAUTHORIZED', 'link', 403, { action: 'pause', why: 'connection-refused' }],
    ['TENANT_UNRESOLVED', 'link', 500, { action: 'pause', why: 'connection-refused' }],
    ['A_CODE_TO_COME', 'link', 403, { action: 'fail' }],
    ['RESPONSE_UNREADABLE', 'link', 403, { action: 'retry' }],
    ['PROXY_REFUSED', 'link', 401, { action: 'pause', why: 'offline' }],
    ['KEY_MISSING', 'link', undefined, { action: 'pause', why: 'connection-refused' }],
    ['NO_NETWORK', 'link', undefined, { action: 'pause', why: 'offline' }],
    ['PROXY_REFUSED', 'storage', 407, { action: 'pause', why: 'offline' }],
    ['DISPATCH_NOT_FOUND', 'link', 404, { action: 'fail' }],
    ['DOCUMENT_GONE', 'link', undefined, { action: 'fail' }],
    ['INTERNAL_ERROR', 'link', 500, { action: 'retry' }],
    ['LINK_EXPIRED', 'storage', 400, { action: 'renew' }],
    ['STORAGE_REFUSED', 'storage', 403, { action: 'renew' }],
    ['STORAGE_REFUSED', 'storage', 404, { action: 'renew' }],
    ['STORAGE_REFUSED', 'storage', 503, { action: 'retry' }],
    ['STORAGE_REFUSED', 'storage', 429, { action: 'retry' }],
    ['STORAGE_REFUSED', 'storage', 405, { action: 'fail' }],
    ['LINK_INSECURE', 'storage', undefined, { action: 'fail' }],
    ['HASH_MISMATCH', 'storage', undefined, { action: 'retry' }],
    ['NOT_A_DOCUMENT', 'storage', undefined, { action: 'retry' }],
    ['FILE_IN_THE_WAY', 'folder', undefined, { action: 'fail' }],
    ['UNEXPECTED', 'folder', undefined, { action: 'fail' }],
  ] as const)('%s (%s, %s)', (code, stage, status, expected) => {
    expect(decisionOf(code, stage, status)).toEqual(expected);
  });

  test('links are renewed three times, for a file that storage has lost once', () => {
    expect(decisionOf('LINK_EXPIRED', 'storage', 400, { ...first, rejections: 3 })).toEqual({
      action: 'renew',
    });
    expect(decisionOf('LINK_EXPIRED', 'storage', 400, { ...first, rejections: 4 })).toEqual({
      action: 'fail',
    });
    expect(decisionOf('STORAGE_REFUSED', 'storage', 404, { ...first, rejections: 2 })).toEqual({
      action: 'fail',
    });
  });

  test('a place that cannot be written, in a destination that can, fails that document alone', () => {
    const tries = { ...first, isDestinationWritable: true };
    expect(decisionOf('FOLDER_UNWRITABLE', 'folder', undefined, tries)).toEqual({ action: 'retry' });
    const last = { ...tries, failures: 3 };
    expect(decisionOf('FOLDER_UNWRITABLE', 'folder', undefined, last)).toEqual({ action: 'fail' });
    expect(decisionOf('PATH_TOO_LONG', 'folder')).toEqual({ action: 'fail' });
  });

  test.each(['FOLDER_UNWRITABLE', 'FOLDER_GONE'])('%s of the store pauses for the store', (code) => {
    const error = new AppError(code, 'made up', { values: { at: 'store' } });
    const tries = { ...first, isDestinationWritable: true };
    expect(decideRetry(error, 'folder', tries)).toEqual({ action: 'pause', why: 'store-unwritable' });
  });

  test('five failures are enough', () => {
    expect(decisionOf('TRANSFER_BROKEN', 'storage', undefined, { ...first, failures: 4 })).toEqual({
      action: 'retry',
    });
    expect(decisionOf('TRANSFER_BROKEN', 'storage', undefined, { ...first, failures: 5 })).toEqual({
      action: 'fail',
    });
  });

  test('storage that does not answer is the network when nothing else answers either, else the document', () => {
    const silent = { ...first, isServing: false };
    expect(decisionOf('NO_NETWORK', 'storage', undefined, { ...silent, failures: 2 })).toEqual({
      action: 'retry',
    });
    expect(decisionOf('NO_NETWORK', 'storage', undefined, { ...silent, failures: 3 })).toEqual({
      action: 'pause',
      why: 'offline',
    });
    expect(decisionOf('NO_NETWORK', 'storage', undefined, { ...first, failures: 5 })).toEqual({
      action: 'fail',
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
      expect(decisionOf(code, stage, 503, { ...silent, failures: 4 })).toEqual({ action: 'retry' });
      expect(decisionOf(code, stage, 503, { ...silent, failures: 5 })).toEqual({
        action: 'pause',
        why: 'offline',
      });
      expect(decisionOf(code, stage, 503, { ...first, failures: 5 })).toEqual({ action: 'fail' });
    },
  );
});
