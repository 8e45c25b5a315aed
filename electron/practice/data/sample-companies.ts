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

/** The rows of a table in text: a line each, cells between bars; the first line names the columns. */
function table<Column extends string>(text: string): Record<Column, string>[] {
  const [columns = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '));
  return rows.map(
    (cells) =>
      Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])) as Record<
        Column,
        string
      >,
  );
}

/** What a client trades abroad, and its usual way of transport. */
export interface Trade {
  operation: 'IMP' | 'EXP';
  way: Way;
  /** A line of goods. */
  goods: string;
}

/** Made-up clients of a Chilean customs agency. */
export const companies = table<'name' | 'giro' | 'city' | 'address' | 'operation' | 'way' | 'goods'>(`
  name | giro | city | address | operation | way | goods
  Comercial Andes Verdes SpA | VENTA AL POR MAYOR DE MAQUINARIA AGRICOLA | Santiago | Av. Américo Vespucio 1410 | IMP | mar | maquinaria
  Importadora Puerto Claro Ltda. | IMPORTACION DE ARTICULOS PARA EL HOGAR | Valparaíso | Errázuriz 755, of. 602 | IMP | mar | hogar
  Viña Los Maitenes de Colchagua S.A. | ELABORACION DE VINOS | Santa Cruz | Fundo Los Maitenes s/n | EXP | mar | vino
  Frutícola Río Claro del Maule S.A. | EXPORTACION DE FRUTA FRESCA | Curicó | Ruta J-60 km 12 | EXP | mar | fruta
  Maderas Ñielol y Cía. Ltda. | ASERRADERO Y EXPORTACION DE MADERAS | Temuco | Camino Labranza 3320 | EXP | mar | madera
  Pesquera Bahía Huildad S.A. | PROCESAMIENTO DE PRODUCTOS DEL MAR | Quellón | Costanera 88 | EXP | aire | pescado
  Repuestos y Rodamientos Norte Grande SpA | REPUESTOS PARA LA MINERIA | Antofagasta | Pedro Aguirre Cerda 8840 | IMP | aire | repuestos
  Textiles "La Araucaria" Limitada | VENTA DE TELAS Y CONFECCIONES | Santiago | Patronato 312 | IMP | ruta | telas
  Laboratorio Dental Quimantú S.A. | INSUMOS ODONTOLOGICOS | Concepción | Barros Arana 1098 | IMP | aire | dental
  Tecnología & Redes del Pacífico SpA | EQUIPOS DE COMPUTACION | Santiago | Los Militares 5001, piso 9 | IMP | aire | computacion
  Alimentos Volcán Nevado S.A. | IMPORTACION DE ALIMENTOS | Los Ángeles | Av. Alemania 1201 | IMP | ruta | alimentos
  Minera Cerro Ceniza Exploraciones Ltda. | EXPLORACION MINERA | Copiapó | Copayapu 2400 | EXP | mar | mineral
  Ferretería El Peñón Industrial SpA | FERRETERIA AL POR MAYOR | La Serena | Balmaceda 3050 | IMP | mar | ferreteria
  Juguetes Chincol e Hijos Ltda. | VENTA DE JUGUETES | Iquique | Zofri, manzana 12, galpón 4 | IMP | mar | juguetes
  Salmones Isla Grande de Quinchao SpA | CULTIVO DE PECES | Castro | Gamboa 445 | EXP | aire | pescado
  Automotriz Paso Los Patos S.A. | VENTA DE VEHICULOS | Los Andes | Av. Argentina 77 | IMP | mar | vehiculos
`).map(({ operation, way, goods, ...company }) => {
  const trade: Trade = { operation: operation === 'IMP' ? 'IMP' : 'EXP', way: wayOf(way), goods };
  return { ...company, trade };
});

/** Made-up companies that bill the agency for services to a dispatch. */
export const providers = table<'name' | 'giro' | 'city' | 'service' | 'ways'>(`
  name | giro | city | service | ways
  Almacenes Extraportuarios El Molo S.A. | ALMACENAJE | Valparaíso | ALMACENAJE | mar aire ruta
  Terminal Dársena Central S.A. | SERVICIOS PORTUARIOS | San Antonio | GASTOS PORTUARIOS | mar
  Transportes Cuesta Lo Prado Ltda. | TRANSPORTE DE CARGA | Santiago | FLETE INTERNO | mar aire ruta
  Agencia Naviera Faro Norte SpA | AGENCIA DE NAVES | Valparaíso | GATE IN / GATE OUT | mar
  Consolidadora Cordillera Cargo Ltda. | AGENTE DE CARGA | Santiago | DESCONSOLIDACION | mar aire
  Fumigaciones y Control Austral SpA | SANITIZACION | Talcahuano | FUMIGACION | mar ruta
  Depósito de Contenedores Placilla S.A. | DEPOSITO DE CONTENEDORES | Valparaíso | LAVADO CONTENEDOR | mar
  Laboratorio de Ensayes Mapocho Ltda. | ANALISIS QUIMICOS | Santiago | ANALISIS LABORATORIO | mar aire ruta
  Custodia y Escoltas Ruta Segura SpA | SEGURIDAD | Santiago | ESCOLTA | mar aire ruta
  Grúas Horquilla Miramar Ltda. | ARRIENDO DE GRUAS | Iquique | MOVILIZACION | mar aire ruta
`).map((provider) => ({ ...provider, ways: provider.ways.split(' ').map(wayOf) }));

/** Made-up suppliers and buyers abroad, with the country as customs writes it. */
export const foreigners = table<'name' | 'country' | 'city' | 'port' | 'goods'>(`
  name | country | city | port | goods
  NINGBO HARVEST TOOLS CO., LTD. | CHINA | Ningbo | NINGBO | maquinaria ferreteria hogar
  SHENZHEN BRIGHTWAY ELECTRONICS CO., LTD. | CHINA | Shenzhen | YANTIAN | computacion hogar juguetes
  GREAT PRAIRIE MACHINERY INC. | ESTADOS UNIDOS | Omaha, NE | HOUSTON | maquinaria repuestos vehiculos
  HANSE WERKZEUGBAU GMBH & CO. KG | ALEMANIA | Bremen | HAMBURGO | repuestos ferreteria maquinaria dental
  TESSITURA BRENTA S.R.L. | ITALIA | Bassano del Grappa | GENOVA | telas
  METALÚRGICA SERRA AZUL LTDA. | BRASIL | Caxias do Sul | PARANAGUA | repuestos ferreteria maquinaria vehiculos mineral
  MOLINOS DEL LITORAL S.A. | ARGENTINA | Rosario | ROSARIO | alimentos
  HANGANG PRECISION CO., LTD. | COREA DEL SUR | Incheon | BUSAN | dental repuestos vehiculos computacion
  KAWAZOE TRADING K.K. | JAPÓN | Nagoya | NAGOYA | vehiculos pescado madera mineral
  ÉTABLISSEMENTS ROCHEMAURE S.A.S. | FRANCIA | Valence | LE HAVRE | dental vino alimentos
  CERÁMICAS TURIA S.L. | ESPAÑA | Castellón | VALENCIA | hogar ferreteria
  O'DONNELL & BRIGGS FOODS LTD | REINO UNIDO | Bristol | FELIXSTOWE | vino fruta pescado
  PACIFIC GATE PRODUCE B.V. | PAÍSES BAJOS | Rotterdam | ROTTERDAM | fruta vino pescado alimentos
  TEXTIL NAZCA E.I.R.L. | PERÚ | Lima | CALLAO | telas juguetes
  SHANGHAI EVERBLOOM IMPORT & EXPORT CO., LTD. | CHINA | Shanghai | SHANGHAI | juguetes telas hogar madera mineral
  TECIDOS E BRINQUEDOS PARANAPANEMA LTDA. | BRASIL | Londrina | SANTOS | telas juguetes hogar madera
  PAMPA MAQUINARIAS S.R.L. | ARGENTINA | Córdoba | BUENOS AIRES | maquinaria repuestos ferreteria vehiculos
  EQUIPOS MÉDICOS DEL RÍMAC S.A.C. | PERÚ | Lima | CALLAO | dental computacion
  BISCAYNE SEAFOOD IMPORTS LLC | ESTADOS UNIDOS | Miami, FL | MIAMI | pescado fruta
  ALMACENES CUYANOS DE ALIMENTOS S.A. | ARGENTINA | Mendoza | BUENOS AIRES | vino fruta pescado madera alimentos
`).map((foreigner) => ({ ...foreigner, goods: foreigner.goods.split(' ') }));

/** Countries with trade by road, with the customs house of their pass. */
export const neighbours: Readonly<Record<string, string>> = {
  ARGENTINA: 'LOS ANDES',
  BRASIL: 'LOS ANDES',
  PERÚ: 'ARICA',
};

/** Made-up carriers, which issue the transport documents; the prefix begins their numbers. */
export const carriers = table<'way' | 'name' | 'city' | 'prefix'>(`
  way | name | city | prefix
  mar | Naviera Pacífico Sur S.A. | Valparaíso | NPSU
  mar | Faro Norte Shipping Lines Chile SpA | Valparaíso | FNSL
  mar | Cordillera Container Line Chile Ltda. | San Antonio | CCLU
  aire | Cóndor Cargo Líneas Aéreas S.A. | Pudahuel | 771
  aire | Austral Polar Air Cargo Chile Ltda. | Pudahuel | 884
  aire | Transpacífico Courier Aéreo SpA | Pudahuel | 973
  ruta | Transportes Paso Los Penitentes S.A. | Los Andes | CRT
  ruta | Transportes Internacionales Tacora Ltda. | Arica | CRT
`).map((carrier) => ({ ...carrier, way: wayOf(carrier.way) }));

/** Made-up insurers of cargo. */
export const insurers = table<'name' | 'city' | 'address'>(`
  name | city | address
  Aseguradora Puerto Montaña S.A. | Santiago | Agustinas 1055
  Seguros Generales Quebrada Honda S.A. | Santiago | Moneda 975
`);

/** Public authorities with their real RUTs: body, name, city, street. */
export const authorities = {
  treasury: ['60805000', 'TESORERÍA GENERAL DE LA REPÚBLICA', 'Santiago', 'Teatinos 28'],
  customs: ['60804000', 'SERVICIO NACIONAL DE ADUANAS', 'Valparaíso', 'Plaza Sotomayor 60'],
  agriculture: ['61308000', 'SERVICIO AGRÍCOLA Y GANADERO', 'Santiago', 'Paseo Bulnes 140'],
} as const;

/** Goods as invoices describe them, by line of goods. */
export const goods: ReadonlyMap<string, readonly string[]> = new Map(
  table<'goods' | 'items'>(`
  goods | items
  maquinaria | RASTRA DE DISCOS 24 PULG.; BOMBA CENTRIFUGA 5 HP; SEMBRADORA NEUMATICA 6 HILERAS; FILTRO HIDRAULICO
  hogar | JUEGO DE OLLAS ACERO INOXIDABLE; LAMPARA DE MESA LED; CAJA ORGANIZADORA 30 L; VAJILLA PORCELANA 20 PIEZAS
  vino | VINO CARMENERE RESERVA, CAJA 12 X 750 CC; VINO CABERNET SAUVIGNON, CAJA 12 X 750 CC; VINO SAUVIGNON BLANC, CAJA 6 X 750 CC
  fruta | UVA DE MESA RED GLOBE, CAJA 8,2 KG; MANZANA GALA, CAJA 18 KG; CEREZA LAPINS, CAJA 5 KG; KIWI HAYWARD, CAJA 10 KG
  madera | PINO RADIATA CEPILLADO 1 X 4; TABLERO CONTRACHAPADO 18 MM; MOLDURA FINGER JOINT 2,44 M
  pescado | SALMON DEL ATLANTICO FRESCO HG, CAJA 25 KG; FILETE DE SALMON TRIM D, CAJA 10 KG; TRUCHA CONGELADA, CAJA 20 KG
  repuestos | RODAMIENTO OSCILANTE 22328; SELLO MECANICO 110 MM; POLIN DE CARGA 36 PULG.; VALVULA DE CUCHILLO 12 PULG.
  telas | TELA DENIM 12 OZ, ROLLO 50 M; TEJIDO PUNTO ALGODON, ROLLO 25 KG; POPELINA ESTAMPADA, ROLLO 50 M
  dental | RESINA COMPUESTA, JERINGA 4 G; TURBINA DENTAL; ALGINATO, BOLSA 450 G; LAMPARA DE FOTOCURADO
  computacion | CONMUTADOR DE RED 48 PUERTOS; ROUTER INALAMBRICO AX3000; SERVIDOR RACK 2U; DISCO SSD 2 TB
  alimentos | HARINA DE TRIGO, SACO 25 KG; ACEITE DE GIRASOL, CAJA 12 X 900 CC; FIDEOS SECOS, CAJA 20 X 400 G
  mineral | CONCENTRADO DE COBRE, TONELADA SECA; MUESTRAS DE SONDAJE; CATODO DE COBRE GRADO A
  ferreteria | TALADRO PERCUTOR 850 W; DISCO DE CORTE 4 1/2 PULG.; PERNO HEXAGONAL GALVANIZADO, CAJA 100; CERRADURA DE SEGURIDAD
  juguetes | ROMPECABEZAS 500 PIEZAS; MUÑECA ARTICULADA 30 CM; AUTO A FRICCION; BLOQUES DE CONSTRUCCION 120 PIEZAS
  vehiculos | PARACHOQUE DELANTERO; AMORTIGUADOR A GAS; KIT DE EMBRAGUE; PASTILLAS DE FRENO, JUEGO
`).map(({ goods: line, items }) => [line, items.split('; ')]),
);

/** Made-up vessels. */
export const vessels =
  'CERRO ALEGRE EXPRESS; PACIFIC ARAUCARIA; ESTRELLA DE CHILOE; NORDIC KESTREL; BAHIA CORRAL; HUMBOLDT TRADER; CAPE FROWARD; ORIENT HARMONY; VALLE DEL ELQUI; SIERRA BLANCA II'.split(
    '; ',
  );

/** Customs houses with the port of discharge that goes with them. */
export const customs = table<'way' | 'name' | 'port'>(`
  way | name | port
  mar | VALPARAISO | VALPARAISO
  mar | SAN ANTONIO | SAN ANTONIO
  mar | TALCAHUANO | SAN VICENTE
  mar | IQUIQUE | IQUIQUE
  mar | ANTOFAGASTA | MEJILLONES
  mar | PUERTO MONTT | CALBUCO
  aire | METROPOLITANA | AEROPUERTO COM. A. MERINO B.
  ruta | LOS ANDES | CRISTO REDENTOR (LOS LIBERTADORES)
  ruta | ARICA | CHACALLUTA
`).map((customsHouse) => ({ ...customsHouse, way: wayOf(customsHouse.way) }));
