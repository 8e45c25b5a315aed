import { ServiceError, type ServiceErrorCode } from './service-error.ts';

/** The query of a request, decoded. A parameter repeated with the same value counts once. */
export class Query {
  readonly #all: URLSearchParams;

  constructor(text: string) {
    this.#all = new URLSearchParams(text);
  }

  /**
   * The value of a parameter, `''` when it is missing. Throws this code when it is repeated with different
   * values.
   */
  one(name: string, code: ServiceErrorCode): string {
    const values = new Set(this.#all.getAll(name));
    if (values.size > 1) throw new ServiceError(code);
    const [value = ''] = values;
    return value;
  }

  /** Every parameter except the key, for the request log. */
  withoutKey(): Record<string, string> {
    return Object.fromEntries([...this.#all].filter(([name]) => name !== 'key'));
  }
}
