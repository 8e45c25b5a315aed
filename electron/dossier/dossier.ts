import { addDays, type Day, dayInSantiago, startOfDay } from '../../shared/model/dates.ts';
import type { DocumentRequest, MissingDocument, RequestMessage, Scope } from '../../shared/model/dossier.ts';
import type { HomeView, MissingCounts } from '../../shared/model/home.ts';
import type { Language } from '../../shared/model/languages.ts';
import type { Reconciliation } from '../../shared/model/review.ts';
import type { ReconcileQuery } from '../../shared/model/review-queries.ts';
import type { UserRole } from '../../shared/model/user-role.ts';
import type { AppContext } from '../app-context.ts';
import type { ClientDirectory } from '../connections/index.ts';
import type { Deliveries } from '../deliveries/index.ts';
import type { SaveTable, SaveWorkbook } from '../exports/index.ts';
import type { Clock, Desktop } from '../host.ts';
import { createTranslator } from '../i18n/index.ts';
import { composeDocumentRequests } from './document-request-messages.ts';

/** What dossiers take from the app. */
export interface DossierContext extends Pick<AppContext, 'store' | 'uuid' | 'startWorker'> {
  clock: Pick<Clock, 'now'>;
  clients: ClientDirectory['list'];
  /** The agencies that can receive requests. */
  connectionIds(): readonly string[];
  /** The e-mail address of an agency; `''` if none was entered. */
  agencyEmail(connectionId: string): string;
  userRole(): UserRole;
  desktop: Pick<Desktop, 'composeMail'>;
  deliveries: Pick<Deliveries, 'get' | 'readPackage'>;
  saveTable: SaveTable;
  saveWorkbook: SaveWorkbook;
  /** Called with the counts of all missing documents, whenever they are made. */
  onCounted(counts: MissingCounts): void;
  /** Called with requests whose documents arrived. */
  onArrived(requests: readonly DocumentRequest[]): void;
}

/** Expected, missing and requested documents, matches and findings: what takes more than one query. */
export class Dossier {
  readonly #context: DossierContext;

  constructor(context: DossierContext) {
    this.#context = context;
  }

  today(): Day {
    return dayInSantiago(this.#context.clock.now());
  }

  /** The start screen, with changes since yesterday. */
  readHome(): Promise<HomeView> {
    const today = this.today();
    const since = new Date(startOfDay(addDays(today, -1))).toISOString();
    return this.#context.store.readHome({ today, since, connectionIds: this.#context.connectionIds() });
  }

  /** Closes requests whose documents arrived, and reports them; lists of requests call it first. */
  async closeArrived(): Promise<DocumentRequest[]> {
    const requests = await this.#context.store.closeRequests();
    if (requests.length > 0) this.#context.onArrived(requests);
    return requests;
  }

  /**
   * The scope as the database takes it: that of a delivery is its dispatches. Rejects with `HANDOVER_GONE`.
   */
  async storedScope({ handoverId: deliveryId, ...scope }: Scope): Promise<Scope> {
    if (deliveryId === undefined) return scope;
    const { deliveries } = this.#context;
    const { dispatches, list = '' } = await deliveries.get(deliveryId);
    const delivered =
      dispatches.length > 0 ? dispatches : (await deliveries.readPackage({ text: list })).found;
    return { ...scope, dispatches: delivered.map(({ connectionId, number }) => ({ connectionId, number })) };
  }

  /** A database worker parses the text: a million characters take a second. */
  reconcile({ text, connectionIds, ruts }: ReconcileQuery): Promise<Reconciliation> {
    const { store, clients } = this.#context;
    return store.reconcileLines(
      text,
      { connectionIds, ruts },
      {
        connectionIds: connectionIds ?? this.#context.connectionIds(),
        ruts: ruts ?? clients().map(({ rut }) => rut),
        ...(ruts && { dispatchesOf: ruts }),
        today: this.today(),
      },
    );
  }

  messages(missingDocuments: readonly MissingDocument[], language: Language): RequestMessage[] {
    const { clients, userRole, agencyEmail } = this.#context;
    const known = { clients: clients(), userRole: userRole(), agencyEmail };
    return composeDocumentRequests(missingDocuments, known, createTranslator(language));
  }
}
