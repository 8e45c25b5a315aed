import { basename, join } from 'node:path';
import type { CallParsed, Handlers } from '../../shared/contract.ts';
import { inOrderOfTypes } from '../../shared/dossier/document-order.ts';
import type { ClientMonth, ClientMonthShown } from '../../shared/model/client-month.ts';
import type { ClientNames } from '../../shared/model/client-names.ts';
import type { RulesFor, RulesOfClient } from '../../shared/model/client-rules.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { type Day, dayInSantiago } from '../../shared/model/dates.ts';
import type { DeliveryMail } from '../../shared/model/delivery.ts';
import type { ClientMonthKey } from '../../shared/model/value-schemas.ts';
import type { AppContext } from '../app-context.ts';
import type { ClientDirectory } from '../connections/index.ts';
import { type ClientMonthSheets, monthPayments } from '../database/index.ts';
import type { Deliveries, MailDraft } from '../deliveries/index.ts';
import type { Worksheet } from '../exports/index.ts';
import type { Clock, Desktop } from '../host.ts';
import type { Translator } from '../i18n/index.ts';
import { ensureFolder } from '../lib/ensure-folder.ts';
import { diskError } from '../lib/fs-errors.ts';
import { inTemporaryFolder } from '../lib/temp-folder.ts';
import { type MonthContext, monthMessage, monthReport } from './month-report.ts';
import { monthNotes } from './month-texts.ts';
import { monthWorksheets } from './month-worksheets.ts';

/** Letters of a client's name in the name of a file. */
const maxClientLetters = 80;

/** What a client's month takes from the app. */
export interface ClientMonthsContext extends Pick<AppContext, 'store' | 'translatorNow'> {
  clock: Pick<Clock, 'now'>;
  desktop: Pick<Desktop, 'chooseSavePath'>;
  clients: ClientDirectory['list'];
  /** Reads the rules of all clients. */
  readRules(): RulesFor;
  connections(): readonly Pick<Connection, 'id' | 'name'>[];
  deliveries: Pick<Deliveries, 'writeReport' | 'openMessage' | 'writeMessage'>;
  writeWorkbook(path: string, worksheets: readonly Worksheet[]): Promise<void>;
  /** A text as one valid path segment on every system, of at most this many letters. */
  safeName(text: string, maxLength?: number): string;
}

/** Which month, of which agencies: all of them by default; the language is the app's by default. */
export interface MonthRequest extends ClientMonthKey {
  connectionIds?: readonly string[];
  translator?: Translator;
}

/** The files of a month in a folder. */
interface MonthFiles {
  pdf: string;
  workbook: string;
  /** The draft to the client, which mail programs open. */
  message: string;
  /** Names of files that do not fit a message. */
  leftOut: readonly string[];
}

/** A month as it was read once, with all that its files list. */
type MonthRead = ClientMonthSheets & { month: ClientMonthShown };

/** A client's month as it is stored, as files and as a message. */
export class ClientMonths {
  readonly #context: ClientMonthsContext;

  constructor(context: ClientMonthsContext) {
    this.#context = context;
  }

  async read(request: MonthRequest): Promise<ClientMonthShown> {
    const month = await this.#context.store.readClientMonth(this.#queryOf(request));
    return this.#withNotes(month, request);
  }

  /** Saves one file at a path that the person selects; undefined when they cancel. */
  async save({ format, ...request }: CallParsed<'dossier.saveMonth'>): Promise<{ path: string } | undefined> {
    const path = await this.#context.desktop.chooseSavePath({
      title: this.#translatorOf(request).t('documents:month.save'),
      suggestedName: `${this.#nameOf(request)}.${format}`,
    });
    if (path === undefined) return undefined;
    const read = await this.#readSheets(request);
    await (format === 'pdf' ? this.#writePdf(path, request, read) : this.#writeWorkbook(path, request, read));
    return { path };
  }

  /** Opens a draft to the client with both files; one without an address where none is known. */
  async mail(request: MonthRequest): Promise<DeliveryMail> {
    return inTemporaryFolder('carpeta-month-', async (folder) =>
      this.#context.deliveries.openMessage(await this.#draftIn(folder, request)),
    );
  }

  /** Writes both files and the draft into a folder, over those of the same month. */
  async writeInto(folder: string, request: MonthRequest): Promise<MonthFiles> {
    try {
      await ensureFolder(folder);
    } catch (error) {
      throw diskError(error);
    }
    const draft = await this.#draftIn(folder, request);
    const message = join(folder, `${this.#nameOf(request)}.eml`);
    const leftOut = await this.#context.deliveries.writeMessage(message, draft);
    const [pdf = '', workbook = ''] = draft.attachments.map(({ path }) => path);
    return { pdf, workbook, message, leftOut };
  }

  async #draftIn(folder: string, request: MonthRequest): Promise<MailDraft> {
    const name = this.#nameOf(request);
    const [pdf, workbook] = [join(folder, `${name}.pdf`), join(folder, `${name}.xlsx`)];
    // Read once: while the agency is being asked, each reading differs.
    const read = await this.#readSheets(request);
    await this.#writePdf(pdf, request, read);
    await this.#writeWorkbook(workbook, request, read);
    return {
      to: this.#rulesOf(request).email,
      ...monthMessage(read.month, this.#monthContext(request)),
      attachments: [pdf, workbook].map((path) => ({ path, name: basename(path) })),
    };
  }

  async #readSheets(request: MonthRequest): Promise<MonthRead> {
    const { store, clients } = this.#context;
    const names: ClientNames = Object.fromEntries(clients().map(({ rut, name }) => [rut, name]));
    const read = await store.readClientMonthSheets(this.#queryOf(request), names);
    const { order } = this.#rulesOf(request);
    return {
      month: this.#withNotes(read.month, request),
      documents: read.documents.map((own) => inOrderOfTypes(own, order)),
      payments: read.payments,
    };
  }

  #withNotes(month: ClientMonth, request: MonthRequest): ClientMonthShown {
    return { ...month, notes: monthNotes(month, this.#today(), this.#translatorOf(request)) };
  }

  async #writePdf(path: string, request: MonthRequest, read: MonthRead): Promise<void> {
    const madeAt = new Date(this.#context.clock.now()).toISOString();
    const report = monthReport(read, this.#monthContext(request), madeAt);
    await this.#context.deliveries.writeReport(path, report);
  }

  async #writeWorkbook(path: string, request: MonthRequest, read: MonthRead): Promise<void> {
    const { connections, writeWorkbook } = this.#context;
    const query = monthPayments(this.#queryOf(request));
    const agencyName = (id: string) => connections().find((one) => one.id === id)?.name ?? '';
    await writeWorkbook(
      path,
      monthWorksheets(read.month, this.#monthContext(request), { ...read, query, agencyName }),
    );
  }

  /** With its RUT: two clients may have one name. */
  #nameOf({ rut, month }: MonthRequest): string {
    const name = this.#context.clients().find((one) => one.rut === rut)?.name ?? '';
    // A long name is cut, and not what tells its months and namesakes apart.
    const shown = name && this.#context.safeName(name, maxClientLetters);
    return this.#context.safeName([shown, rut, month].filter(Boolean).join(' '));
  }

  #queryOf({ rut, month, connectionIds }: MonthRequest) {
    const all = this.#context.connections().map(({ id }) => id);
    const { types } = this.#rulesOf({ rut });
    return { rut, month, connectionIds: connectionIds ?? all, today: this.#today(), types };
  }

  #rulesOf({ rut }: Pick<MonthRequest, 'rut'>): RulesOfClient {
    return this.#context.readRules()(rut);
  }

  #monthContext(request: MonthRequest): MonthContext {
    const clients = this.#context.clients();
    return { clients, translator: this.#translatorOf(request), today: this.#today() };
  }

  #translatorOf({ translator = this.#context.translatorNow() }: MonthRequest): Translator {
    return translator;
  }

  #today(): Day {
    return dayInSantiago(this.#context.clock.now());
  }
}

/** The handlers of calls about a client's month. */
export function monthHandlers(months: ClientMonths) {
  return {
    'dossier.month': (key) => months.read(key),
    'dossier.saveMonth': (request) => months.save(request),
    'dossier.mailMonth': (key) => months.mail(key),
  } satisfies Partial<Handlers>;
}
