import { ServiceError, type ServiceErrorCode } from './service-error.ts';

/** The query of a request, decoded. What is repeated with one value counts once. */
export class Query {
  readonly #all: URLSearchParams;

  constructor(text: string) {
    this.#all = new URLSearchParams(text);
  }

  /**
   * The value of a parameter, `''` when it is missing. Repeated with different values it is refused with this
   * code.
   */
  one(name: string, code: ServiceErrorCode): string {
    const values = new Set(this.#all.getAll(name));
    if (values.size > 1) throw new ServiceError(code);
    const [value = ''] = values;
    return value;
  }

  /** Every parameter but the key, for the record of requests. */
  withoutKey(): Record<string, string> {
    return Object.fromEntries([...this.#all].filter(([name]) => name !== 'key'));
  }
}
