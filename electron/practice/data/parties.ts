import { checkDigit, formatRut, type Rut } from '../../../shared/model/rut.ts';
import type { Random } from './random.ts';
import { companies, foreigners, providers } from './words.ts';

/** A company as a machine reads it from a paper; the formats are as unlike as on real papers. */
export interface Party {
  id: string;
  name: string;
  giro: string;
  city: string;
  address: string;
}

/** A client of the agency; one who is not active gets `ACCOUNT_NOT_FOUND`. */
export interface PracticeClient {
  rut: Rut;
  name: string;
  isActive: boolean;
  /** The client as its papers print it. */
  party: Party;
}

/** Whoever bills the agency, and the analysis that its charges are booked under. */
export interface Provider {
  party: Party;
  rut: Rut;
  analysis: { code: string; name: string };
}

/** Everyone who stands on the papers of one agency. */
export interface Parties {
  agency: Party;
  clients: PracticeClient[];
  providers: Provider[];
  foreigners: { party: Party; country: string }[];
}

// The tax authority's own number stands on every duties receipt; no company here may have it.
const reservedBody = '60805000';

/** RUTs with right check digits, each given once; the first asked for with `ending` K has that digit. */
function rutSource(random: Random) {
  const given = new Set([reservedBody]);
  return (ending?: 'K'): Rut => {
    for (;;) {
      const body = String(random.whole(76_100_000, 77_990_000));
      const digit = checkDigit(body);
      if (given.has(body) || (ending !== undefined && digit !== ending)) continue;
      given.add(body);
      return `${body}-${digit}` as Rut;
    }
  };
}

/** The companies of an agency: so many active clients, and one more who is not active. */
export function practiceParties(random: Random, clientCount: number): Parties {
  const nextRut = rutSource(random);
  const clients = Array.from({ length: clientCount + 1 }, (_, place): PracticeClient => {
    const [name, giro, city, address] = companies[place % companies.length] ?? companies[0];
    const round = Math.floor(place / companies.length);
    // The second client ends in K: the service folds it to 1 when it looks a client up (names.md).
    const rut = nextRut(place === 1 ? 'K' : undefined);
    const fullName = round === 0 ? name : `${name} (${round + 1})`;
    return {
      rut,
      name: fullName,
      isActive: place < clientCount,
      party: { id: formatRut(rut), name: fullName.toUpperCase(), giro, city, address },
    };
  });
  const agencyRut = nextRut();
  return {
    clients,
    agency: {
      id: formatRut(agencyRut),
      name: 'AGENCIA DE ADUANAS PRÁCTICA Y CÍA. LTDA.',
      giro: 'AGENTES DE ADUANA',
      city: 'Valparaíso',
      address: 'Blanco 1199, piso 7',
    },
    providers: providers.map(([name, giro, city, analysis], place) => {
      const rut = nextRut(place === 3 ? 'K' : undefined);
      return {
        rut,
        party: {
          id: place % 2 === 0 ? formatRut(rut) : rut,
          name: name.toUpperCase(),
          giro,
          city,
          address: `Camino La Pólvora ${100 + place * 37}`,
        },
        analysis: { code: String(1101 + place), name: analysis },
      };
    }),
    foreigners: foreigners.map(([name, country, city]) => ({
      country,
      party: { id: '', name, giro: '', city, address: '' },
    })),
  };
}
