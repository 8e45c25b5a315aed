import data from './sample-companies.json' with { type: 'json' };

const sea = 'MARITIMA, FLUVIAL Y LACUSTRE';
const air = 'AEREO';
const road = 'CARRETERO / TERRESTRE';

/** Ways of transport as customs writes them. */
export type Way = typeof sea | typeof air | typeof road;
export const ways: readonly Way[] = [sea, air, road];

/** The ways as the tables name them. */
function wayOf(name: string): Way {
  return name === 'mar' ? sea : name === 'aire' ? air : road;
}

/** Something for each way of transport. */
export function byWay<Made>(make: (way: Way) => Made): Record<Way, Made> {
  return { [sea]: make(sea), [air]: make(air), [road]: make(road) };
}

/** The rows of a table: a line each, cells between bars; the first line names the columns. */
function table<Column extends string>([heads = '', ...lines]: readonly string[]): Record<Column, string>[] {
  const columns = heads.split(' | ');
  return lines.map((line) => {
    const cells = line.split(' | ').map((cell, index) => [columns[index], cell]);
    return Object.fromEntries(cells) as Record<Column, string>;
  });
}

/** What a client trades abroad, and its usual way of transport. */
export interface Trade {
  operation: 'IMP' | 'EXP';
  way: Way;
  /** A line of goods. */
  goods: string;
}

type ClientColumn = 'name' | 'giro' | 'city' | 'address' | 'operation' | 'way' | 'goods';

/** Made-up clients of a Chilean customs agency. */
export const companies = table<ClientColumn>(data.companies).map(({ operation, way, goods, ...company }) => {
  const trade: Trade = { operation: operation === 'IMP' ? 'IMP' : 'EXP', way: wayOf(way), goods };
  return { ...company, trade };
});

/** Made-up companies that bill the agency for services to a dispatch. */
export const providers = table<'name' | 'giro' | 'city' | 'service' | 'ways'>(data.providers).map(
  (provider) => ({ ...provider, ways: provider.ways.split(' ').map(wayOf) }),
);

/** Made-up suppliers and buyers abroad, with the country as customs writes it. */
export const foreigners = table<'name' | 'country' | 'city' | 'port' | 'goods'>(data.foreigners);

/** Countries with trade by road, with the customs house of their pass. */
export const neighbours: Readonly<Record<string, string>> = {
  ARGENTINA: 'LOS ANDES',
  BRASIL: 'LOS ANDES',
  PERÚ: 'ARICA',
};

/** Made-up carriers, which issue the transport documents; the prefix begins their numbers. */
export const carriers = table<'way' | 'name' | 'city' | 'prefix'>(data.carriers).map(withWay);

/** Made-up insurers of cargo. */
export const insurers = table<'name' | 'city' | 'address'>(data.insurers);

/** Public authorities with the bodies of their real RUTs. */
export const authorities = table<'key' | 'body' | 'name' | 'city' | 'address'>(data.authorities);

/** Made-up vessels. */
export const { vessels } = data;

/** Goods as invoices describe them, by line of goods. */
export const goods: ReadonlyMap<string, readonly string[]> = new Map(
  table<'goods' | 'items'>(data.goods).map((row) => [row.goods, row.items.split('; ')]),
);

/** Customs houses with the port of discharge that goes with them. */
export const customs = table<'way' | 'name' | 'port'>(data.customs).map(withWay);

function withWay<Row extends { way: string }>(row: Row): Omit<Row, 'way'> & { way: Way } {
  return { ...row, way: wayOf(row.way) };
}
