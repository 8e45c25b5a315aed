import { expect, it } from 'vitest';
import { clientName } from '../../../../shared/model/client-names.ts';
import type { Client } from '../../../../shared/model/connection.ts';
import type { Rut } from '../../../../shared/model/rut.ts';

const client = (rut: string, name: string) => ({ rut: rut as Rut, name }) as Client;
const clients = [
  client('76086428-5', 'Comercial Andes'),
  client('96591760-8', 'Comercial Andes'),
  client('77123456-5', 'Frutícola Sur'),
  client('78123456-6', ''),
];

it('a name that one client has alone stands as it is', () => {
  expect(clientName('77123456-5' as Rut, clients)).toBe('Frutícola Sur');
});

it('clients of one name are told apart by their RUT', () => {
  expect(clientName('76086428-5' as Rut, clients)).toBe('Comercial Andes · 76.086.428-5');
  expect(clientName('96591760-8' as Rut, clients)).toBe('Comercial Andes · 96.591.760-8');
});

it('a client without a name is its RUT', () => {
  expect(clientName('78123456-6' as Rut, clients)).toBe('78.123.456-6');
  expect(clientName('76086428-5' as Rut, undefined)).toBe('76.086.428-5');
});
