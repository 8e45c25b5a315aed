/** Made-up clients of a Chilean customs agency: name, line of business, city, street. */
export const companies = [
  [
    'Comercial Andes Verdes SpA',
    'VENTA AL POR MAYOR DE MAQUINARIA AGRICOLA',
    'Santiago',
    'Av. Américo Vespucio 1410',
  ],
  [
    'Importadora Puerto Claro Ltda.',
    'IMPORTACION DE ARTICULOS PARA EL HOGAR',
    'Valparaíso',
    'Errázuriz 755, of. 602',
  ],
  ['Viña Los Maitenes de Colchagua S.A.', 'ELABORACION DE VINOS', 'Santa Cruz', 'Fundo Los Maitenes s/n'],
  ['Frutícola Río Claro del Maule S.A.', 'EXPORTACION DE FRUTA FRESCA', 'Curicó', 'Ruta J-60 km 12'],
  ['Maderas Ñielol y Cía. Ltda.', 'ASERRADERO Y EXPORTACION DE MADERAS', 'Temuco', 'Camino Labranza 3320'],
  ['Pesquera Bahía Huildad S.A.', 'PROCESAMIENTO DE PRODUCTOS DEL MAR', 'Quellón', 'Costanera 88'],
  [
    'Repuestos y Rodamientos Norte Grande SpA',
    'REPUESTOS PARA LA MINERIA',
    'Antofagasta',
    'Pedro Aguirre Cerda 8840',
  ],
  ['Textiles "La Araucaria" Limitada', 'VENTA DE TELAS Y CONFECCIONES', 'Santiago', 'Patronato 312'],
  ['Laboratorio Dental Quimantú S.A.', 'INSUMOS ODONTOLOGICOS', 'Concepción', 'Barros Arana 1098'],
  ['Tecnología & Redes del Pacífico SpA', 'EQUIPOS DE COMPUTACION', 'Santiago', 'Los Militares 5001, piso 9'],
  ['Alimentos Volcán Nevado S.A.', 'IMPORTACION DE ALIMENTOS', 'Los Ángeles', 'Av. Alemania 1201'],
  ['Minera Cerro Ceniza Exploraciones Ltda.', 'EXPLORACION MINERA', 'Copiapó', 'Copayapu 2400'],
  ['Ferretería El Peñón Industrial SpA', 'FERRETERIA AL POR MAYOR', 'La Serena', 'Balmaceda 3050'],
  ['Juguetes Chincol e Hijos Ltda.', 'VENTA DE JUGUETES', 'Iquique', 'Zofri, manzana 12, galpón 4'],
  ['Salmones Isla Grande de Quinchao SpA', 'CULTIVO DE PECES', 'Castro', 'Gamboa 445'],
  ['Automotriz Paso Los Patos S.A.', 'VENTA DE VEHICULOS', 'Los Andes', 'Av. Argentina 77'],
] as const;

/** Made-up companies that bill the agency for one dispatch's handling, and what for. */
export const providers = [
  ['Almacenes Extraportuarios El Molo S.A.', 'ALMACENAJE', 'Valparaíso', 'ALMACENAJE'],
  ['Terminal Dársena Central S.A.', 'SERVICIOS PORTUARIOS', 'San Antonio', 'GASTOS PORTUARIOS'],
  ['Transportes Cuesta Lo Prado Ltda.', 'TRANSPORTE DE CARGA', 'Santiago', 'FLETE INTERNO'],
  ['Agencia Naviera Faro Norte SpA', 'AGENCIA DE NAVES', 'Valparaíso', 'GATE IN / GATE OUT'],
  ['Consolidadora Cordillera Cargo Ltda.', 'AGENTE DE CARGA', 'Santiago', 'DESCONSOLIDACION'],
  ['Fumigaciones y Control Austral SpA', 'SANITIZACION', 'Talcahuano', 'FUMIGACION'],
  ['Depósito de Contenedores Placilla S.A.', 'DEPOSITO DE CONTENEDORES', 'Valparaíso', 'LAVADO CONTENEDOR'],
  ['Laboratorio de Ensayes Mapocho Ltda.', 'ANALISIS QUIMICOS', 'Santiago', 'ANALISIS LABORATORIO'],
  ['Custodia y Escoltas Ruta Segura SpA', 'SEGURIDAD', 'Santiago', 'ESCOLTA'],
  ['Grúas Horquilla Miramar Ltda.', 'ARRIENDO DE GRUAS', 'Iquique', 'MOVILIZACION'],
] as const;

/** Made-up suppliers and buyers abroad: name, country as customs writes it, city. */
export const foreigners = [
  ['NINGBO HARVEST TOOLS CO., LTD.', 'CHINA', 'Ningbo'],
  ['SHENZHEN BRIGHTWAY ELECTRONICS CO., LTD.', 'CHINA', 'Shenzhen'],
  ['GREAT PRAIRIE MACHINERY INC.', 'ESTADOS UNIDOS', 'Omaha, NE'],
  ['HANSE WERKZEUGBAU GMBH & CO. KG', 'ALEMANIA', 'Bremen'],
  ['TESSITURA BRENTA S.R.L.', 'ITALIA', 'Bassano del Grappa'],
  ['METALÚRGICA SERRA AZUL LTDA.', 'BRASIL', 'Caxias do Sul'],
  ['MOLINOS DEL LITORAL S.A.', 'ARGENTINA', 'Rosario'],
  ['HANGANG PRECISION CO., LTD.', 'COREA DEL SUR', 'Incheon'],
  ['KAWAZOE TRADING K.K.', 'JAPÓN', 'Nagoya'],
  ['ÉTABLISSEMENTS ROCHEMAURE S.A.S.', 'FRANCIA', 'Valence'],
  ['CERÁMICAS TURIA S.L.', 'ESPAÑA', 'Castellón'],
  ["O'DONNELL & BRIGGS FOODS LTD", 'REINO UNIDO', 'Bristol'],
  ['PACIFIC GATE PRODUCE B.V.', 'PAÍSES BAJOS', 'Rotterdam'],
  ['TEXTIL NAZCA E.I.R.L.', 'PERÚ', 'Lima'],
] as const;

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
  'MARITIMA, FLUVIAL Y LACUSTRE': [
    ['VALPARAISO', 'VALPARAISO'],
    ['SAN ANTONIO', 'SAN ANTONIO'],
    ['TALCAHUANO', 'SAN VICENTE'],
    ['IQUIQUE', 'IQUIQUE'],
    ['ANTOFAGASTA', 'MEJILLONES'],
    ['PUERTO MONTT', 'CALBUCO'],
  ],
  AEREO: [['METROPOLITANA', 'AEROPUERTO COM. A. MERINO B.']],
  'CARRETERO / TERRESTRE': [
    ['LOS ANDES', 'CRISTO REDENTOR (LOS LIBERTADORES)'],
    ['ARICA', 'CHACALLUTA'],
  ],
} as const;

/** Ways of transport as customs writes them. */
export type Way = keyof typeof customs;
export const ways = Object.keys(customs) as readonly Way[];
