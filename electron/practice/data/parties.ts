import { AppError } from '../../../shared/errors.ts';
import { checkDigit, formatRut, type Rut } from '../../../shared/model/rut.ts';
import type { Random } from './random.ts';
import {
  authorities,
  byWay,
  carriers,
  companies,
  foreigners,
  goods,
  insurers,
  neighbours,
  providers,
  type Trade,
  type Way,
} from './sample-companies.ts';

/** A company as a machine reads it from a document; the formats vary as on real documents. */
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
  /** The client as its documents print it. */
  party: Party;
  trade: Trade;
}

/**
 * A company that bills the agency, the analysis that its charges are booked under, and the type of its
 * documents.
 */
export interface Provider {
  party: Party;
  rut: Rut;
  analysis: { code: string; name: string };
  document: 'FACTURA' | 'FORMULARIO 15';
}

/** A supplier or buyer abroad, with its port and the issuer of its certificates of origin. */
export interface Foreigner {
  party: Party;
  country: string;
  port: string;
  chamber: Party;
}

/** A company that carries goods and issues the transport document; `prefix` begins its number. */
export interface Carrier {
  party: Party;
  prefix: string;
}

/** Every company on the documents of one agency. */
export type Parties = ReturnType<typeof practiceParties>;

/**
 * RUTs with valid check digits, each returned once; the first call with `ending` K returns one with that
 * digit.
 */
function rutSource(random: Random) {
  // An authority's real RUT is on its documents; no invented company may have it.
  const used = new Set(authorities.map(({ body }) => body));
  return (ending?: 'K'): Rut => {
    for (;;) {
      const body = String(random.whole(76_100_000, 77_990_000));
      const digit = checkDigit(body);
      if (used.has(body) || (ending !== undefined && digit !== ending)) continue;
      used.add(body);
      return `${body}-${digit}` as Rut;
    }
  };
}

/** The companies of an agency: so many active clients, and one inactive client more. */
export function practiceParties(random: Random, clientCount: number) {
  const nextRut = rutSource(random);
  const company = (name: string, giro: string, city: string, address: string): Party => ({
    id: formatRut(nextRut()),
    name: name.toUpperCase(),
    giro,
    city,
    address,
  });
  const clients = Array.from({ length: clientCount + 1 }, (_, index) =>
    // The second client's RUT ends in K: the API folds it to 1 when it looks a client up (names.md).
    clientOf(index, nextRut(index === 1 ? 'K' : undefined), index < clientCount),
  );
  const agencyName = 'Agencia de Aduanas Práctica y Cía. Ltda.';
  const agency = company(agencyName, 'AGENTES DE ADUANA', 'Valparaíso', 'Blanco 1199, piso 7');
  const billing = providers.map(({ name, giro, city, service }, index): Provider => {
    const rut = nextRut(index === 3 ? 'K' : undefined);
    const id = index % 2 === 0 ? formatRut(rut) : rut;
    const address = `Camino La Pólvora ${100 + index * 37}`;
    return {
      rut,
      party: { id, name: name.toUpperCase(), giro, city, address },
      analysis: { code: String(1101 + index), name: service },
      document: 'FACTURA',
    };
  });
  const carrying = byWay((way): Carrier[] =>
    carriers
      .filter((carrier) => carrier.way === way)
      .map(({ name, city, prefix }, index) => ({
        party: company(name, 'TRANSPORTE INTERNACIONAL DE CARGA', city, `Av. Errázuriz ${540 + index * 82}`),
        prefix,
      })),
  );
  const treasury: Provider = {
    ...authority('treasury'),
    analysis: { code: '1001', name: 'DERECHOS E IVA' },
    document: 'FORMULARIO 15',
  };
  const chamberName = 'Cámara de Comercio de Almendral A.G.';
  return {
    clients,
    agency,
    providers: billing,
    providersBy: byWay((way) => billing.filter((_provider, index) => providers[index]?.ways.includes(way))),
    foreignersBy: foreignersByTrade(),
    carriers: carrying,
    insurers: insurers.map(({ name, city, address }) => company(name, 'SEGUROS GENERALES', city, address)),
    /** Certifies the origin of exports. */
    chamber: company(chamberName, 'ASOCIACION GREMIAL', 'Valparaíso', 'Condell 1231'),
    /** Receives duties and value added tax. */
    treasury,
    customs: authority('customs').party,
    agriculture: authority('agriculture').party,
  };
}

/** After the last company of the table comes the first one again, with a number. */
function clientOf(index: number, rut: Rut, isActive: boolean): PracticeClient {
  const company = companies[index % companies.length];
  if (company === undefined) throw new AppError('UNEXPECTED', 'there are no companies');
  const { trade, ...about } = company;
  const round = Math.floor(index / companies.length);
  const name = round === 0 ? about.name : `${about.name} (${round + 1})`;
  return { rut, name, isActive, party: { id: formatRut(rut), ...about, name: name.toUpperCase() }, trade };
}

function authority(key: 'treasury' | 'customs' | 'agriculture'): { party: Party; rut: Rut } {
  const found = authorities.find((one) => one.key === key);
  if (found === undefined) throw new AppError('UNEXPECTED', `there is no authority ${key}`);
  const { body, name, city, address } = found;
  const rut = `${body}-${checkDigit(body)}` as Rut;
  return { rut, party: { id: formatRut(rut), name, giro: 'ADMINISTRACION PUBLICA', city, address } };
}

/** Finds the companies that trade in goods by a way: by road only neighbouring countries. */
function foreignersByTrade(): (goods: string, way: Way) => readonly Foreigner[] {
  const abroad = (name: string, city: string): Party => ({ id: '', name, giro: '', city, address: '' });
  const all = foreigners.map(({ name, country, city, port, goods: traded }) => {
    const chamber = abroad(`CHAMBER OF COMMERCE AND INDUSTRY OF ${port}`, city);
    return { traded: traded.split(' '), party: abroad(name, city), country, port, chamber };
  });
  const found = byWay((way) => {
    const able = all.filter(({ country }) => way !== 'CARRETERO / TERRESTRE' || country in neighbours);
    return new Map([...goods.keys()].map((one) => [one, able.filter(({ traded }) => traded.includes(one))]));
  });
  return (traded, way) => found[way].get(traded) ?? [];
}
