const sea = 'MARITIMA, FLUVIAL Y LACUSTRE';
const air = 'AEREO';
const road = 'CARRETERO / TERRESTRE';

/** Ways of transport as customs writes them. */
export type Way = typeof sea | typeof air | typeof road;
export const ways: readonly Way[] = [sea, air, road];

/** What a client trades abroad, and its usual way of transport. */
export interface Trade {
  operation: 'IMP' | 'EXP';
  way: Way;
  goods: Goods;
}

/** Made-up clients of a Chilean customs agency: name, line of business, city, street, trade. */
export const companies: readonly (readonly [string, string, string, string, Trade])[] = [
  [
    'Comercial Andes Verdes SpA',
    'VENTA AL POR MAYOR DE MAQUINARIA AGRICOLA',
    'Santiago',
    'Av. Américo Vespucio 1410',
    { operation: 'IMP', way: sea, goods: 'maquinaria' },
  ],
  [
    'Importadora Puerto Claro Ltda.',
    'IMPORTACION DE ARTICULOS PARA EL HOGAR',
    'Valparaíso',
    'Errázuriz 755, of. 602',
    { operation: 'IMP', way: sea, goods: 'hogar' },
  ],
  [
    'Viña Los Maitenes de Colchagua S.A.',
    'ELABORACION DE VINOS',
    'Santa Cruz',
    'Fundo Los Maitenes s/n',
    { operation: 'EXP', way: sea, goods: 'vino' },
  ],
  [
    'Frutícola Río Claro del Maule S.A.',
    'EXPORTACION DE FRUTA FRESCA',
    'Curicó',
    'Ruta J-60 km 12',
    { operation: 'EXP', way: sea, goods: 'fruta' },
  ],
  [
    'Maderas Ñielol y Cía. Ltda.',
    'ASERRADERO Y EXPORTACION DE MADERAS',
    'Temuco',
    'Camino Labranza 3320',
    { operation: 'EXP', way: sea, goods: 'madera' },
  ],
  [
    'Pesquera Bahía Huildad S.A.',
    'PROCESAMIENTO DE PRODUCTOS DEL MAR',
    'Quellón',
    'Costanera 88',
    { operation: 'EXP', way: air, goods: 'pescado' },
  ],
  [
    'Repuestos y Rodamientos Norte Grande SpA',
    'REPUESTOS PARA LA MINERIA',
    'Antofagasta',
    'Pedro Aguirre Cerda 8840',
    { operation: 'IMP', way: air, goods: 'repuestos' },
  ],
  [
    'Textiles "La Araucaria" Limitada',
    'VENTA DE TELAS Y CONFECCIONES',
    'Santiago',
    'Patronato 312',
    { operation: 'IMP', way: road, goods: 'telas' },
  ],
  [
    'Laboratorio Dental Quimantú S.A.',
    'INSUMOS ODONTOLOGICOS',
    'Concepción',
    'Barros Arana 1098',
    { operation: 'IMP', way: air, goods: 'dental' },
  ],
  [
    'Tecnología & Redes del Pacífico SpA',
    'EQUIPOS DE COMPUTACION',
    'Santiago',
    'Los Militares 5001, piso 9',
    { operation: 'IMP', way: air, goods: 'computacion' },
  ],
  [
    'Alimentos Volcán Nevado S.A.',
    'IMPORTACION DE ALIMENTOS',
    'Los Ángeles',
    'Av. Alemania 1201',
    { operation: 'IMP', way: road, goods: 'alimentos' },
  ],
  [
    'Minera Cerro Ceniza Exploraciones Ltda.',
    'EXPLORACION MINERA',
    'Copiapó',
    'Copayapu 2400',
    { operation: 'EXP', way: sea, goods: 'mineral' },
  ],
  [
    'Ferretería El Peñón Industrial SpA',
    'FERRETERIA AL POR MAYOR',
    'La Serena',
    'Balmaceda 3050',
    { operation: 'IMP', way: sea, goods: 'ferreteria' },
  ],
  [
    'Juguetes Chincol e Hijos Ltda.',
    'VENTA DE JUGUETES',
    'Iquique',
    'Zofri, manzana 12, galpón 4',
    { operation: 'IMP', way: sea, goods: 'juguetes' },
  ],
  [
    'Salmones Isla Grande de Quinchao SpA',
    'CULTIVO DE PECES',
    'Castro',
    'Gamboa 445',
    { operation: 'EXP', way: air, goods: 'pescado' },
  ],
  [
    'Automotriz Paso Los Patos S.A.',
    'VENTA DE VEHICULOS',
    'Los Andes',
    'Av. Argentina 77',
    { operation: 'IMP', way: sea, goods: 'vehiculos' },
  ],
];

/**
 * Made-up companies that bill the agency for services to a dispatch: name, line of business, city, service,
 * and ways of transport.
 */
export const providers: readonly (readonly [string, string, string, string, readonly Way[]])[] = [
  ['Almacenes Extraportuarios El Molo S.A.', 'ALMACENAJE', 'Valparaíso', 'ALMACENAJE', ways],
  ['Terminal Dársena Central S.A.', 'SERVICIOS PORTUARIOS', 'San Antonio', 'GASTOS PORTUARIOS', [sea]],
  ['Transportes Cuesta Lo Prado Ltda.', 'TRANSPORTE DE CARGA', 'Santiago', 'FLETE INTERNO', ways],
  ['Agencia Naviera Faro Norte SpA', 'AGENCIA DE NAVES', 'Valparaíso', 'GATE IN / GATE OUT', [sea]],
  ['Consolidadora Cordillera Cargo Ltda.', 'AGENTE DE CARGA', 'Santiago', 'DESCONSOLIDACION', [sea, air]],
  ['Fumigaciones y Control Austral SpA', 'SANITIZACION', 'Talcahuano', 'FUMIGACION', [sea, road]],
  [
    'Depósito de Contenedores Placilla S.A.',
    'DEPOSITO DE CONTENEDORES',
    'Valparaíso',
    'LAVADO CONTENEDOR',
    [sea],
  ],
  ['Laboratorio de Ensayes Mapocho Ltda.', 'ANALISIS QUIMICOS', 'Santiago', 'ANALISIS LABORATORIO', ways],
  ['Custodia y Escoltas Ruta Segura SpA', 'SEGURIDAD', 'Santiago', 'ESCOLTA', ways],
  ['Grúas Horquilla Miramar Ltda.', 'ARRIENDO DE GRUAS', 'Iquique', 'MOVILIZACION', ways],
];

/** Made-up suppliers and buyers abroad: name, country as customs writes it, city, port, their goods. */
export const foreigners = [
  ['NINGBO HARVEST TOOLS CO., LTD.', 'CHINA', 'Ningbo', 'NINGBO', ['maquinaria', 'ferreteria', 'hogar']],
  [
    'SHENZHEN BRIGHTWAY ELECTRONICS CO., LTD.',
    'CHINA',
    'Shenzhen',
    'YANTIAN',
    ['computacion', 'hogar', 'juguetes'],
  ],
  [
    'GREAT PRAIRIE MACHINERY INC.',
    'ESTADOS UNIDOS',
    'Omaha, NE',
    'HOUSTON',
    ['maquinaria', 'repuestos', 'vehiculos'],
  ],
  [
    'HANSE WERKZEUGBAU GMBH & CO. KG',
    'ALEMANIA',
    'Bremen',
    'HAMBURGO',
    ['repuestos', 'ferreteria', 'maquinaria', 'dental'],
  ],
  ['TESSITURA BRENTA S.R.L.', 'ITALIA', 'Bassano del Grappa', 'GENOVA', ['telas']],
  [
    'METALÚRGICA SERRA AZUL LTDA.',
    'BRASIL',
    'Caxias do Sul',
    'PARANAGUA',
    ['repuestos', 'ferreteria', 'maquinaria', 'vehiculos', 'mineral'],
  ],
  ['MOLINOS DEL LITORAL S.A.', 'ARGENTINA', 'Rosario', 'ROSARIO', ['alimentos']],
  [
    'HANGANG PRECISION CO., LTD.',
    'COREA DEL SUR',
    'Incheon',
    'BUSAN',
    ['dental', 'repuestos', 'vehiculos', 'computacion'],
  ],
  ['KAWAZOE TRADING K.K.', 'JAPÓN', 'Nagoya', 'NAGOYA', ['vehiculos', 'pescado', 'madera', 'mineral']],
  ['ÉTABLISSEMENTS ROCHEMAURE S.A.S.', 'FRANCIA', 'Valence', 'LE HAVRE', ['dental', 'vino', 'alimentos']],
  ['CERÁMICAS TURIA S.L.', 'ESPAÑA', 'Castellón', 'VALENCIA', ['hogar', 'ferreteria']],
  ["O'DONNELL & BRIGGS FOODS LTD", 'REINO UNIDO', 'Bristol', 'FELIXSTOWE', ['vino', 'fruta', 'pescado']],
  [
    'PACIFIC GATE PRODUCE B.V.',
    'PAÍSES BAJOS',
    'Rotterdam',
    'ROTTERDAM',
    ['fruta', 'vino', 'pescado', 'alimentos'],
  ],
  ['TEXTIL NAZCA E.I.R.L.', 'PERÚ', 'Lima', 'CALLAO', ['telas', 'juguetes']],
  [
    'SHANGHAI EVERBLOOM IMPORT & EXPORT CO., LTD.',
    'CHINA',
    'Shanghai',
    'SHANGHAI',
    ['juguetes', 'telas', 'hogar', 'madera', 'mineral'],
  ],
  [
    'TECIDOS E BRINQUEDOS PARANAPANEMA LTDA.',
    'BRASIL',
    'Londrina',
    'SANTOS',
    ['telas', 'juguetes', 'hogar', 'madera'],
  ],
  [
    'PAMPA MAQUINARIAS S.R.L.',
    'ARGENTINA',
    'Córdoba',
    'BUENOS AIRES',
    ['maquinaria', 'repuestos', 'ferreteria', 'vehiculos'],
  ],
  ['EQUIPOS MÉDICOS DEL RÍMAC S.A.C.', 'PERÚ', 'Lima', 'CALLAO', ['dental', 'computacion']],
  ['BISCAYNE SEAFOOD IMPORTS LLC', 'ESTADOS UNIDOS', 'Miami, FL', 'MIAMI', ['pescado', 'fruta']],
  [
    'ALMACENES CUYANOS DE ALIMENTOS S.A.',
    'ARGENTINA',
    'Mendoza',
    'BUENOS AIRES',
    ['vino', 'fruta', 'pescado', 'madera', 'alimentos'],
  ],
] as const satisfies readonly (readonly [string, string, string, string, readonly Goods[]])[];

/** Countries with trade by road, with the customs house of their pass. */
export const neighbours: Readonly<Record<string, string>> = {
  ARGENTINA: 'LOS ANDES',
  BRASIL: 'LOS ANDES',
  PERÚ: 'ARICA',
};

/** Made-up carriers, which issue the transport documents: name, city, prefix of their numbers. */
export const carriers: Readonly<Record<Way, readonly (readonly [string, string, string])[]>> = {
  [sea]: [
    ['Naviera Pacífico Sur S.A.', 'Valparaíso', 'NPSU'],
    ['Faro Norte Shipping Lines Chile SpA', 'Valparaíso', 'FNSL'],
    ['Cordillera Container Line Chile Ltda.', 'San Antonio', 'CCLU'],
  ],
  [air]: [
    ['Cóndor Cargo Líneas Aéreas S.A.', 'Pudahuel', '771'],
    ['Austral Polar Air Cargo Chile Ltda.', 'Pudahuel', '884'],
    ['Transpacífico Courier Aéreo SpA', 'Pudahuel', '973'],
  ],
  [road]: [
    ['Transportes Paso Los Penitentes S.A.', 'Los Andes', 'CRT'],
    ['Transportes Internacionales Tacora Ltda.', 'Arica', 'CRT'],
  ],
};

/** Made-up insurers of cargo. */
export const insurers = [
  ['Aseguradora Puerto Montaña S.A.', 'Santiago', 'Agustinas 1055'],
  ['Seguros Generales Quebrada Honda S.A.', 'Santiago', 'Moneda 975'],
] as const;

/** Public authorities with their real RUTs: body, name, city, street. */
export const authorities = {
  treasury: ['60805000', 'TESORERÍA GENERAL DE LA REPÚBLICA', 'Santiago', 'Teatinos 28'],
  customs: ['60804000', 'SERVICIO NACIONAL DE ADUANAS', 'Valparaíso', 'Plaza Sotomayor 60'],
  agriculture: ['61308000', 'SERVICIO AGRÍCOLA Y GANADERO', 'Santiago', 'Paseo Bulnes 140'],
} as const;

/** Goods as invoices describe them. */
export const goods = {
  maquinaria: [
    'RASTRA DE DISCOS 24 PULG.',
    'BOMBA CENTRIFUGA 5 HP',
    'SEMBRADORA NEUMATICA 6 HILERAS',
    'FILTRO HIDRAULICO',
  ],
  hogar: [
    'JUEGO DE OLLAS ACERO INOXIDABLE',
    'LAMPARA DE MESA LED',
    'CAJA ORGANIZADORA 30 L',
    'VAJILLA PORCELANA 20 PIEZAS',
  ],
  vino: [
    'VINO CARMENERE RESERVA, CAJA 12 X 750 CC',
    'VINO CABERNET SAUVIGNON, CAJA 12 X 750 CC',
    'VINO SAUVIGNON BLANC, CAJA 6 X 750 CC',
  ],
  fruta: [
    'UVA DE MESA RED GLOBE, CAJA 8,2 KG',
    'MANZANA GALA, CAJA 18 KG',
    'CEREZA LAPINS, CAJA 5 KG',
    'KIWI HAYWARD, CAJA 10 KG',
  ],
  madera: ['PINO RADIATA CEPILLADO 1 X 4', 'TABLERO CONTRACHAPADO 18 MM', 'MOLDURA FINGER JOINT 2,44 M'],
  pescado: [
    'SALMON DEL ATLANTICO FRESCO HG, CAJA 25 KG',
    'FILETE DE SALMON TRIM D, CAJA 10 KG',
    'TRUCHA CONGELADA, CAJA 20 KG',
  ],
  repuestos: [
    'RODAMIENTO OSCILANTE 22328',
    'SELLO MECANICO 110 MM',
    'POLIN DE CARGA 36 PULG.',
    'VALVULA DE CUCHILLO 12 PULG.',
  ],
  telas: [
    'TELA DENIM 12 OZ, ROLLO 50 M',
    'TEJIDO PUNTO ALGODON, ROLLO 25 KG',
    'POPELINA ESTAMPADA, ROLLO 50 M',
  ],
  dental: [
    'RESINA COMPUESTA, JERINGA 4 G',
    'TURBINA DENTAL',
    'ALGINATO, BOLSA 450 G',
    'LAMPARA DE FOTOCURADO',
  ],
  computacion: [
    'CONMUTADOR DE RED 48 PUERTOS',
    'ROUTER INALAMBRICO AX3000',
    'SERVIDOR RACK 2U',
    'DISCO SSD 2 TB',
  ],
  alimentos: [
    'HARINA DE TRIGO, SACO 25 KG',
    'ACEITE DE GIRASOL, CAJA 12 X 900 CC',
    'FIDEOS SECOS, CAJA 20 X 400 G',
  ],
  mineral: ['CONCENTRADO DE COBRE, TONELADA SECA', 'MUESTRAS DE SONDAJE', 'CATODO DE COBRE GRADO A'],
  ferreteria: [
    'TALADRO PERCUTOR 850 W',
    'DISCO DE CORTE 4 1/2 PULG.',
    'PERNO HEXAGONAL GALVANIZADO, CAJA 100',
    'CERRADURA DE SEGURIDAD',
  ],
  juguetes: [
    'ROMPECABEZAS 500 PIEZAS',
    'MUÑECA ARTICULADA 30 CM',
    'AUTO A FRICCION',
    'BLOQUES DE CONSTRUCCION 120 PIEZAS',
  ],
  vehiculos: ['PARACHOQUE DELANTERO', 'AMORTIGUADOR A GAS', 'KIT DE EMBRAGUE', 'PASTILLAS DE FRENO, JUEGO'],
} as const;

/** A line of goods. */
export type Goods = keyof typeof goods;

/** Made-up vessels. */
export const vessels = [
  'CERRO ALEGRE EXPRESS',
  'PACIFIC ARAUCARIA',
  'ESTRELLA DE CHILOE',
  'NORDIC KESTREL',
  'BAHIA CORRAL',
  'HUMBOLDT TRADER',
  'CAPE FROWARD',
  'ORIENT HARMONY',
  'VALLE DEL ELQUI',
  'SIERRA BLANCA II',
] as const;

/** Customs houses with the port of discharge that goes with them, by way of transport. */
export const customs = {
  [sea]: [
    ['VALPARAISO', 'VALPARAISO'],
    ['SAN ANTONIO', 'SAN ANTONIO'],
    ['TALCAHUANO', 'SAN VICENTE'],
    ['IQUIQUE', 'IQUIQUE'],
    ['ANTOFAGASTA', 'MEJILLONES'],
    ['PUERTO MONTT', 'CALBUCO'],
  ],
  [air]: [['METROPOLITANA', 'AEROPUERTO COM. A. MERINO B.']],
  [road]: [
    ['LOS ANDES', 'CRISTO REDENTOR (LOS LIBERTADORES)'],
    ['ARICA', 'CHACALLUTA'],
  ],
} as const;
