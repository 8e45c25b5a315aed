import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { parseBaseUrl } from '../lib/base-url.ts';

export interface ConfirmedHostsDeps {
  /** Base URLs of the connections that there are: a person has connected to each of them. */
  known(): readonly string[];
  /** Asks the person, outside the page, whether a key may be sent to this host. */
  confirm(host: string): Promise<boolean>;
}

/** What a page may call, and the hosts that it may have asked. */
export interface GuardedHosts {
  handlers: Handlers;
  /** Whether a person has confirmed this origin, or connected to it. */
  isConfirmed(origin: string): boolean;
}

type Named = 'connections.try' | 'connections.add' | 'connections.change';

/**
 * The handlers as a page may call them: where one names an agency at a host that no connection leads to, the
 * person is asked outside the page, once for a host as long as the app runs. A page that something else
 * steers thus sends nothing to a host of its choice. Rejects with `HOST_NOT_CONFIRMED` where they decline,
 * and while another host is asked about.
 */
export function guardHosts(handlers: Handlers, { known, confirm }: ConfirmedHostsDeps): GuardedHosts {
  const confirmed = new Set<string>();
  let asking: { origin: string; reply: Promise<boolean> } | undefined;

  async function ask(origin: string): Promise<boolean> {
    asking ??= { origin, reply: confirm(new URL(origin).host) };
    const { origin: askedAbout, reply } = asking;
    try {
      // Two questions at once would have one be answered for the other.
      return askedAbout === origin && (await reply);
    } finally {
      if (asking?.reply === reply && askedAbout === origin) asking = undefined;
    }
  }

  function isConfirmed(origin: string): boolean {
    return confirmed.has(origin) || known().some((one) => new URL(one).origin === origin);
  }

  async function insist(baseUrl: string): Promise<void> {
    const { origin } = new URL(parseBaseUrl(baseUrl));
    if (isConfirmed(origin)) return;
    if (!(await ask(origin))) {
      const { host } = new URL(origin);
      throw new AppError('HOST_NOT_CONFIRMED', `nobody confirmed ${host}`, { values: { host } });
    }
    confirmed.add(origin);
  }

  function guarded<Name extends Named>(name: Name): Handlers[Name] {
    const handler: (input: never) => Promise<unknown> = handlers[name];
    const asked = async (input: Parameters<Handlers[Name]>[0]) => {
      await insist(input.baseUrl);
      return handler(input as never);
    };
    // It takes and gives what the handler it wraps does.
    return asked as Handlers[Name];
  }

  return {
    isConfirmed,
    handlers: {
      ...handlers,
      'connections.try': guarded('connections.try'),
      'connections.add': guarded('connections.add'),
      'connections.change': guarded('connections.change'),
    },
  };
}
