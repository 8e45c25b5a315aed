import { compositeKey } from '../../shared/composite-key.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { DocumentType, TypeList } from '../../shared/model/document.ts';
import type { ApiClient } from '../api/index.ts';
import type { AppContext } from '../app-context.ts';
import type { Store } from '../database/index.ts';
import { SingleFlight } from '../lib/async.ts';
import { type KnownTypes, typesToRequest } from './task-planner.ts';

/** A service's catalogue of document types, and why it may be incomplete. */
interface TypeCatalogue {
  types: DocumentType[];
  incompleteReason: ErrorData | undefined;
}

/**
 * Requests the document types of a service and stores them. An incomplete list removes no stored type, and
 * counts as incomplete until a whole one arrives. Rejects as the service does.
 */
export async function readTypeCatalogue(
  { store, api, at }: { store: Store; api: ApiClient; at: () => string },
  connectionId: string,
  signal?: AbortSignal,
): Promise<TypeCatalogue> {
  let incompleteReason: ErrorData | undefined;
  const read = await api.documentTypes({
    ...(signal && { signal }),
    onIncomplete: (error) => {
      incompleteReason = toErrorData(error);
    },
  });
  const types = incompleteReason ? mergeTypes(read, (await store.readTypes(connectionId)) ?? []) : read;
  await store.saveTypes(connectionId, types, at(), incompleteReason);
  return { types, incompleteReason };
}

function mergeTypes(read: readonly DocumentType[], stored: readonly DocumentType[]): DocumentType[] {
  // An import and an export type may have the same name.
  const typeKey = ({ id, name, operation }: DocumentType) => compositeKey(id, name, operation);
  const known = new Set(read.map(typeKey));
  return [...read, ...stored.filter((type) => !known.has(typeKey(type)))];
}

/** The stored types of a connection. */
export async function readKnownTypes(store: Store, connectionId: string): Promise<KnownTypes> {
  const [catalogue, seen] = await Promise.all([
    store.readTypes(connectionId),
    store.listSeenTypes(connectionId),
  ]);
  return { catalogue, seen };
}

/** Minimum interval between two attempts to read a missing catalogue. */
const retryIntervalMs = 60_000;

/** The catalogues of the connections: stored, and requested where one is missing. */
export class TypeCatalogues {
  readonly #context: Pick<AppContext, 'store' | 'getApiClient' | 'clock'>;
  /** Aborts the requests of `has`. */
  readonly #signal: AbortSignal;
  readonly #requests = new SingleFlight<boolean>();
  /** When the last request of `has` failed, elapsed ms. */
  readonly #failedAt = new Map<string, number>();
  readonly #timesRead = new Map<string, number>();

  constructor(context: Pick<AppContext, 'store' | 'getApiClient' | 'clock'>, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /**
   * The types of a service as they are now, and those of stored documents. Without the service, the stored
   * ones; rejects as the service does where there are none.
   */
  async list(connectionId: string): Promise<TypeList> {
    const { store } = this.#context;
    const { seen, catalogue: stored } = await readKnownTypes(store, connectionId);
    const { types: catalogue, incompleteReason } = await this.#request(connectionId).catch(
      async (error): Promise<TypeCatalogue> => {
        if (!stored && seen.length === 0) throw error;
        return {
          types: [...(stored ?? [])],
          incompleteReason: await store.readTypesIncompleteReason(connectionId),
        };
      },
    );
    // Inactive types leave the catalogue, but their documents can still be requested.
    const listed = new Set(catalogue.map(({ name }) => name));
    const others = typesToRequest({ catalogue, seen }, 'both').filter((name) => !listed.has(name));
    return {
      types: [
        ...catalogue.filter(({ name }) => name !== ''),
        ...others.map((name) => ({ id: '', name, operation: '', responsible: '', item: {} })),
      ],
      ...(incompleteReason && { incompleteReason }),
    };
  }

  /** The stored types; a missing catalogue is requested now. */
  async known(connectionId: string): Promise<KnownTypes> {
    const known = await readKnownTypes(this.#context.store, connectionId);
    if (known.catalogue) return known;
    return { ...known, catalogue: (await this.#request(connectionId)).types };
  }

  /** The names of the types in the stored catalogues of these agencies. */
  async names(connectionIds: readonly string[]): Promise<readonly string[]> {
    const stored = await Promise.all(connectionIds.map((id) => this.#context.store.readTypes(id)));
    const names = stored.flatMap((types) => types?.map(({ name }) => name.trim()) ?? []);
    return [...new Set(names)].filter((name) => name !== '');
  }

  /**
   * Whether an agency's catalogue is stored; a missing one is requested now, unless that failed a moment ago.
   */
  async has(connectionId: string): Promise<boolean> {
    const { store, clock } = this.#context;
    const before = this.#timesRead.get(connectionId);
    if ((await store.readTypes(connectionId)) !== undefined) return true;
    // Another call may have read the catalogue while the store was read.
    if (this.#timesRead.get(connectionId) !== before) return true;
    const failedAt = this.#failedAt.get(connectionId);
    if (failedAt !== undefined && clock.elapsed() - failedAt < retryIntervalMs) return false;
    return this.#requests.run(connectionId, () => this.#requestMissing(connectionId));
  }

  /** Requests a missing catalogue even if that failed a moment ago: the connection has a new key. */
  async retry(connectionId: string): Promise<void> {
    this.#failedAt.delete(connectionId);
    await this.has(connectionId);
  }

  async #requestMissing(connectionId: string): Promise<boolean> {
    try {
      await this.#request(connectionId, this.#signal);
    } catch {
      // The caller gets false, and the next search reports the error.
      this.#failedAt.set(connectionId, this.#context.clock.elapsed());
      return false;
    }
    this.#timesRead.set(connectionId, (this.#timesRead.get(connectionId) ?? 0) + 1);
    return true;
  }

  async #request(connectionId: string, signal?: AbortSignal): Promise<TypeCatalogue> {
    const { store, clock, getApiClient } = this.#context;
    const api = await getApiClient(connectionId, { isUrgent: true });
    const at = () => new Date(clock.now()).toISOString();
    return readTypeCatalogue({ store, api, at }, connectionId, signal);
  }
}
