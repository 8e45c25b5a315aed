import { expect, it } from 'vitest';
import {
  messageText,
  onlyResponsible,
} from '../../../../../renderer/features/missing-documents/request-text.ts';

it('a message is copied with its subject, an empty line, and its text', () => {
  expect(messageText({ subject: 'Faltan documentos', body: 'Estimada Ana:' })).toBe(
    'Faltan documentos\n\nEstimada Ana:',
  );
});

it('missing documents are one’s alone where nobody else owes any of them', () => {
  const [agency, carrier] = [{ responsible: 'AGENCIA' }, { responsible: 'NAVIERA' }];
  expect(onlyResponsible([agency, agency])).toBe('AGENCIA');
  expect(onlyResponsible([agency, carrier])).toBe('');
  expect(onlyResponsible([])).toBe('');
});
