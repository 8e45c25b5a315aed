import { expect, it, test } from 'vitest';
import { mayLeadTo } from '../../electron/service/network-place.ts';
import { clientOver, someRut } from '../support/client.ts';
import { answer, scriptedOpen } from '../support/scripted-open.ts';

const [agency, office, here] = ['https://api.agency.example', 'https://10.0.0.7', 'http://127.0.0.1:8080'];

it.each([
  'http://127.0.0.1:8080/admin',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://x.localhost/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:192.168.1.1]/',
])('a service elsewhere leads nobody to %s', (link) => {
  expect(mayLeadTo(link, agency)).toBe(false);
});

it.each([
  ['https://storage.example/a.pdf', agency],
  ['https://8.8.8.8/a.pdf', agency],
  ['https://172.32.0.1/a.pdf', agency],
  ['https://10.1.2.3/a.pdf', office],
  ['https://storage.example/a.pdf', office],
  ['http://127.0.0.1:9/a.pdf', here],
  ['https://192.168.1.1/a.pdf', here],
])('%s may be where the papers of %s are', (link, service) => {
  expect(mayLeadTo(link, service)).toBe(true);
});

it('a service of a local network leads nobody to this machine', () => {
  expect(mayLeadTo('http://127.0.0.1/a.pdf', office)).toBe(false);
});

test('the link of a document that leads inward is kept as none that can be used', async () => {
  const link = (url: string) => ({ id: 'a', isActive: true, dispatch: {}, infoDoc: {}, url });
  const range = { rut: someRut, start: '2026-01-01', end: '2026-12-31', type: 'T' };
  const linkOf = async (url: string) => {
    const service = clientOver(scriptedOpen(answer(200, { data: [link(url)] })).open);
    const { links, documents } = await service.files(range);
    expect(documents).toMatchObject([{ file: 'available' }]);
    return links.get('a')?.url;
  };
  expect(await linkOf('http://127.0.0.1:9/admin')).toBe('');
  expect(await linkOf('https://storage.example/a.pdf')).toBe('https://storage.example/a.pdf');
});
