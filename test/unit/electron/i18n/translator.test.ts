import { expect, test } from 'vitest';
import { batchNotice, createTranslator } from '../../../../electron/i18n/translator.ts';
import type { Batch } from '../../../../shared/model/download.ts';

const ended: Batch = {
  id: 'b',
  name: '12 despachos de ACME',
  folder: '/carpetas',
  template: '',
  startedAt: '',
  state: { kind: 'ended', at: '2026-11-20T12:00:00Z' },
  counts: {
    waiting: 0,
    transferring: 0,
    paused: 0,
    done: 12,
    here: 0,
    failed: 0,
    'no-file': 0,
    unsigned: 0,
    cancelled: 0,
  },
  documents: 12,
  leftOut: 0,
  bytes: 1,
  bytesPerSecond: 0,
  isElsewhere: false,
};

test('a notice of a download that a person cancelled does not say that it is ready', () => {
  const translator = createTranslator('es-CL');
  expect(batchNotice(ended, translator).title).toBe('Descarga lista: 12 despachos de ACME');
  const cancelled = { ...ended, counts: { ...ended.counts, done: 3, cancelled: 9 } };
  expect(batchNotice(cancelled, translator)).toEqual({
    title: 'Descarga cancelada: 12 despachos de ACME',
    body: '3 documentos en la carpeta, 0 con problema.',
  });
});

test('a notice counts what could not be signed among the documents with a problem', () => {
  const counts = { ...ended.counts, done: 9, unsigned: 2, failed: 1 };
  expect(batchNotice({ ...ended, counts }, createTranslator('es-CL')).body).toBe(
    '9 documentos en la carpeta, 3 con problema.',
  );
});
