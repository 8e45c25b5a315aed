import { compositeKey } from '../../../shared/composite-key.ts';
import type { Client } from '../../../shared/model/connection.ts';
import { parseRut, type Rut } from '../../../shared/model/rut.ts';
import { fold } from '../../../shared/without-accents.ts';
import { labelsOfClient, persons } from './labels.ts';

export interface ParsedClient {
  rut: Rut;
  name: string;
  digitIsRight: boolean;
  expected: string;
}

/** A run of words of a text, and the clients that it names. */
export interface NamedRun {
  from: number;
  /** The index after its last word. */
  to: number;
  clients: readonly Client[];
}

/** Minimum letters of a single word that names a client. */
const minLettersOfWord = 4;
/** Maximum words of a name to match. */
const maxWordsOfName = 12;

/** The clients of a directory by their names. */
export class ClientNames {
  readonly #wholes = new Map<string, Client[]>();
  readonly #byWord = new Map<string, Set<Client>>();
  readonly #pairs = new Map<string, Set<Client>>();

  constructor(book: readonly Client[]) {
    for (const client of book) {
      const words = wordsOfName(client.name);
      if (words.length === 0) continue;
      const bare = withoutForm(words);
      const named = bare.filter((word) => !articles.has(word));
      for (const whole of new Set(
        [words, bare, ...(named.length > 1 ? [named] : [])].map((one) => one.join(' ')),
      ))
        add(this.#wholes, whole, client);
      for (const word of words) getSet(this.#byWord, word).add(client);
      for (const [index, word] of words.entries()) {
        const next = words[index + 1];
        if (next !== undefined) getSet(this.#pairs, compositeKey(word, next)).add(client);
      }
    }
  }

  /**
   * The clients that a text names, as runs of words. A run is a whole name, or two adjacent words of which
   * one is distinctive. It may also be one word that no other client has and that is not of the language,
   * where `mayBeOne` allows it.
   */
  named(words: readonly string[], mayBeOne: (index: number) => boolean): NamedRun[] {
    const runs: NamedRun[] = [];
    for (let from = 0; from < words.length; ) {
      const run = this.#whole(words, from) ?? this.#part(words, from) ?? this.#one(words, from, mayBeOne);
      if (run) runs.push(run);
      from = run?.to ?? from + 1;
    }
    return runs;
  }

  #whole(words: readonly string[], from: number): NamedRun | undefined {
    for (let to = Math.min(from + maxWordsOfName, words.length); to > from; to--) {
      const run = words.slice(from, to);
      const clients = this.#wholes.get(run.join(' '));
      // A single word is a whole name if the text is only that; in a sentence it may be an ordinary word.
      const [only] = run;
      const isAlone = words.length === run.length;
      const isWord =
        run.length === 1 && only !== undefined && (commonWords.has(only) || only.length < minLettersOfWord);
      if (clients && (isAlone || !isWord)) return { from, to, clients };
    }
    return undefined;
  }

  #part(words: readonly string[], from: number): NamedRun | undefined {
    const pair = this.#pairs.get(compositeKey(words[from], words[from + 1]));
    if (!pair) return this.#two(words, from);
    let clients: ReadonlySet<Client> = pair;
    let to = from + 2;
    for (; to < words.length; to++) {
      const next = this.#pairs.get(compositeKey(words[to - 1], words[to]));
      const both: ReadonlySet<Client> = new Set([...clients].filter((client) => next?.has(client)));
      if (both.size === 0) break;
      clients = both;
    }
    const run = words.slice(from, to);
    const own = run.filter((word) => !nameStopWords.has(word));
    const isOwn = own.some((word) => !commonWords.has(word) || this.#has(word) <= maxOwners);
    return own.length > 0 &&
      run.length > 1 &&
      isOwn &&
      (own.length > 1 || words.length === run.length || !isCommon(own[0]))
      ? { from, to, clients: [...clients] }
      : undefined;
  }

  /** Two words of one name that are not adjacent in it. */
  #two(words: readonly string[], from: number): NamedRun | undefined {
    const [one = '', other = ''] = [words[from], words[from + 1]];
    if (one === other || (isCommon(one) === isCommon(other) && isCommon(one))) return undefined;
    if (nameStopWords.has(one) || nameStopWords.has(other)) return undefined;
    const [few, many] = [this.#byWord.get(one), this.#byWord.get(other)].toSorted(
      (left, right) => (left?.size ?? 0) - (right?.size ?? 0),
    );
    const clients = [...(few ?? [])].filter((client) => many?.has(client));
    return clients.length > 0 ? { from, to: from + 2, clients } : undefined;
  }

  #one(words: readonly string[], from: number, mayBeOne: (index: number) => boolean): NamedRun | undefined {
    const word = words[from] ?? '';
    if (word.length < minLettersOfWord || isCommon(word) || !mayBeOne(from)) return undefined;
    const clients = [...(this.#byWord.get(word) ?? [])];
    return clients.length === 1 ? { from, to: from + 1, clients } : undefined;
  }

  #has(word: string): number {
    return this.#byWord.get(word)?.size ?? 0;
  }
}

/** A word of the language that at most this many clients have is distinctive all the same, as `andes` is. */
const maxOwners = 5;

function isCommon(word = ''): boolean {
  return commonWords.has(word);
}

function add(map: Map<string, Client[]>, key: string, client: Client): void {
  const all = map.get(key) ?? [];
  if (!all.includes(client)) all.push(client);
  map.set(key, all);
}

function getSet(map: Map<string, Set<Client>>, key: string): Set<Client> {
  const all = map.get(key) ?? new Set();
  map.set(key, all);
  return all;
}

/** The words of a name or a text for comparison: folded, without punctuation; `S.A.` is `sa`. */
export function wordsOfName(name: string): string[] {
  return fold(name)
    .replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Words of a name that people omit. */
const articles: ReadonlySet<string> = new Set('de del la el los las y e of the and'.split(' '));
const forms = /^(?:s|a|sa|spa|ltda|limitada|eirl|cia|y|inc|llc|ltd|corp|co)$/;

function withoutForm(words: readonly string[]): readonly string[] {
  let end = words.length;
  while (end > 1 && forms.test(words[end - 1] ?? '')) end--;
  return words.slice(0, end);
}

/** The RUTs of the only name among some; none where there are several. */
export function rutsOfOnly([only, ...others]: readonly NamedRun[]): readonly Rut[] {
  return only && others.length === 0 ? only.clients.map(({ rut }) => rut) : [];
}

/** A RUT as written, without leading zeros; undefined where it has another form. */
export function readRut(text: string): Omit<ParsedClient, 'name'> | undefined {
  const parsed = parseRut(
    text
      .replaceAll(' ', '')
      .replace(/^[0.]+(?=\d)/, '')
      .replace(/\/(?=[\dk]$)/i, '-'),
  );
  if (parsed.form === 'wrong') return undefined;
  const { rut, digitIsRight, expected } = parsed;
  return { rut, digitIsRight, expected };
}

/** The clients whose name contains a folded token of a filter; short tokens are part of too many names. */
export function clientsNamed(word: string, book: readonly Client[]): readonly Rut[] {
  if (word.length < 3) return [];
  return book.filter(({ name }) => fold(name).includes(word)).map(({ rut }) => rut);
}

/**
 * Folded words of the language and of the trade: none names a client by itself, nor do two of the first list.
 * People's names are included, because mails are written by and to people.
 */
const joiningWords =
  'a al ante aqui asi aun bajo cada como con contra cual cuando de del desde donde dos durante e el ella ellas ellos en entre era es esa ese eso esta estan este esto fue ha han hasta hay la las le les lo los mas me mi muy nada ni no nos nuestra nuestro o otra otras otro otros para pero por porque pues que quien se segun ser si sin sino sobre solo son su sus tal tan te todo todos tras tu u un una uno unos y ya yo about after all and any are as at be been before but by can each for from had has have he her his i if in into is it its me my no not of on or our out over she so some such than that the their them then there these they this those to under until up us was we were what when which who will with you your san santa nuevo nueva norte sur este oeste north south east west centro sociedad s sa spa ltda limitada eirl cia compania inc llc ltd corp co limited company group grupo hnos hermanos e.i.r.l';
const everydayWords =
  'abrir abril acceptance adjunta adjunto adjuntos adjuntar aduana aduanas agencia agosto agrado agricola ahora air algun alguna algunas alguno algunos alimentos almacen almacenes amigo antes anterior aprobado area arriba asunto atencion atenta atentamente aviso ayer bajar banco bien bodega bodegas bueno buena buenas buenos bulto bultos buque caja cajas calle camion cargo carga cargas carpeta carpetas carta casa caso central certificado chile cierre ciudad clase clave cliente clientes cobro codigo comercial comercializadora comercio completa completo compra compras consulta contacto contenedor contenedores copia copias cordial cordiales cordialmente correo correos costa cuenta cuentas cualquier datos debe deben declaracion departamento derechos descarga despacho despachos detalle dia dias diciembre directo distribuidora documento documentos domingo ejecutiva ejecutivo embarque embarques empresa empresas enero entrega envia enviada enviado enviar envio envios equipo espera espero estado estimada estimadas estimado estimados expo exportacion exportaciones exportadora factura facturas falta faltan favor febrero fecha fechas final firma folio forma forestal frutas fruta general gerente gestion gracias grande guia guias hacer hoja hola hora horas hoy importacion importaciones importadora industria industrial industrias informacion informe ingreso ingresos instrucciones internacional inversiones jefe jueves julio junio land lado libre linea lineas lista listado listo llegada lunes luz madera maderas maestra mail mar maritima maritimo marketing martes marzo mayo maquinaria mercado mercaderia mes meses metal metales mexico miercoles mientras minera mineria momento mundo nave naves necesita necesitamos necesito nombre norte nota notas noviembre numero numeros octubre oficina operacion operaciones orden ordenes original originales pacifico pagina pago pagos paper papeles paquete parte partes pendiente pendientes perfecto persona pesca plaza plan planta por poder porte posible precio presentar presente primer primera primero procesos producto productos proveedor proveedores proxima proximo puede pueden puerto puertos punto quedo queda quedan rapido recepcion recibo recibido referencia referencias regalo registro regards respecto respuesta resumen revisar rio rut ruta sabado salida saldo saludo saludos santiago segunda segundo seguro semana septiembre servicio servicios siguiente siguientes sistema sistemas sitio sol solicita solicitamos solicitan solicito solicitud solucion soluciones suministros tabla tarde tecnologia terminal textil texto tienda tierra tiempo tipo tipos total transferencia transporte transportes ultima ultimo unica unico urgente urgentes usted ustedes valor valparaiso varios ver verde via viaje viajes viernes vino vinos viva vuelta world zona address agreed also amount april attached august available bank best bill blue box boxes business call cargo check city clear client clients confirm container containers copy cordially could customs date day days dear december delivery details dispatch dispatches document documents express february file files final first fine fish food foods free fresh friday fruit fruits global good goods green hello help hope house import imports export exports invoice invoices january july june just kind know last law letter like line list logistics logistica make march market master may message mining missing monday month most motor motors name need needed new next note november number october office ok one open order orders other pack page papers parts pay payment pending please point port ports price product products quality red reference regarding reply request requested road saturday sea see send sent september service services ship shipment shipments shipping shop should sincerely soon star state store sunday support take team thank thanks thursday time today tomorrow trade trading transport trip tuesday two type update urgent value version very wednesday week well white wood work would year yesterday';
const peoplesNames =
  'alejandra alejandro alvaro ana andrea andres angela antonio barbara beatriz camila carlos carmen carolina catalina cecilia claudia claudio cristian cristina daniel daniela david diego eduardo elena enrique ernesto esteban felipe fernanda fernando francisca francisco gabriel gabriela gonzalo guillermo hector hugo ignacio isabel ivan jaime javier javiera john jorge jose juan juana karen karina laura leonardo lorena luis luisa manuel marcela marcelo marco marcos maria mariana mario marta martin mary mauricio miguel monica natalia nelson nicolas oscar pablo paola patricia patricio paula paulina paz pedro peter rafael ramon raul rene ricardo roberto rodrigo rosa ruben sandra sebastian sergio silvia sofia soledad susana teresa tomas valentina veronica vicente victor victoria viviana ximena perez soto gonzalez munoz rojas diaz silva contreras lopez martinez rodriguez hernandez garcia sanchez ramirez torres flores';

/** Joining words and the legal endings of company names: no name is recognized by them. */
export const nameStopWords: ReadonlySet<string> = new Set(joiningWords.split(' '));
/** Words that name no client by themselves. */
const commonWords: ReadonlySet<string> = new Set(
  [joiningWords, everydayWords, peoplesNames].flatMap((words) => words.split(' ')),
);

/**
 * Whether the text before a RUT, or the line above it, names a driver or another person, and no client:
 * `chofer 12.345.678-5`. A company's contact may stand before its RUT.
 */
export function isRutOfPerson(rut: Rut, before: string, isBelowPerson: boolean): boolean {
  const words = wordsOfName(before);
  const role = words.findLast((word) => persons.has(word) || labelsOfClient.has(word));
  const isCompany = Number(rut.slice(0, -2)) >= firstOfCompanies;
  if (role !== undefined) return persons.has(role) && !(isCompany && contacts.test(role));
  return isBelowPerson && !isCompany && words.every((word) => wordsOfRut.test(word));
}

/** RUTs from here on are of companies. */
const firstOfCompanies = 50_000_000;
const contacts = /^(?:contacto|representante|autorizad[oa])$/;
const wordsOfRut = /^(?:r|u|t|rut|run|n|no|nro|num|numero|de|del)$/;

/** The RUT of a text; without its check digit only a client of the directory counts. */
export function rutOfClient(book: ReadonlyMap<Rut, unknown>, text: string): ReturnType<typeof readRut> {
  if (!/^\d{7,8}$/.test(text)) return readRut(text);
  const own = [...book.keys()].find((rut) => rut.slice(0, -2).replaceAll('.', '') === text);
  const read = readRut(own ?? text);
  return read?.digitIsRight ? read : undefined;
}
