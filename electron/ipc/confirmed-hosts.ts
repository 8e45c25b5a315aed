import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { parseBaseUrl } from '../lib/base-url.ts';
import { checkFirst } from './call-gate.ts';

interface ConfirmedHostsOptions {
  /** Base URLs of the existing connections: a person has connected to each of them. */
  known(): readonly string[];
  /** Shows a confirmation outside the page before a key is sent to this host. */
  confirm(host: string): Promise<boolean>;
}

/** The handlers for a page, and the hosts that they may reach. */
interface GuardedHosts {
  handlers: Handlers;
  /** Whether a person has confirmed this origin, or connected to it. */
  isConfirmed(origin: string): boolean;
}

type HostCall = 'connections.try' | 'connections.add' | 'connections.change';

/**
 * The handlers for a page. A call that names an agency at an unknown host is confirmed in a dialog outside
 * the page, once per host while the app runs. A compromised page thus sends nothing to a host of its choice.
 * Rejects with `HOST_NOT_CONFIRMED` when the person declines, and while the dialog for another host is open.
 */
export function guardHosts(handlers: Handlers, { known, confirm }: ConfirmedHostsOptions): GuardedHosts {
  const confirmed = new Set<string>();
  let openDialog: { origin: string; reply: Promise<boolean> } | undefined;

  async function showDialog(origin: string): Promise<boolean> {
    openDialog ??= { origin, reply: confirm(new URL(origin).host) };
    const { origin: shownOrigin, reply } = openDialog;
    try {
      // With two dialogs open, one reply could be taken for the other.
      return shownOrigin === origin && (await reply);
    } finally {
      if (openDialog?.reply === reply && shownOrigin === origin) openDialog = undefined;
    }
  }

  function isConfirmed(origin: string): boolean {
    return confirmed.has(origin) || known().some((one) => new URL(one).origin === origin);
  }

  async function requireConfirmed(baseUrl: string): Promise<void> {
    const { origin } = new URL(parseBaseUrl(baseUrl));
    if (isConfirmed(origin)) return;
    if (!(await showDialog(origin))) {
      const { host } = new URL(origin);
      throw new AppError('HOST_NOT_CONFIRMED', `nobody confirmed ${host}`, { values: { host } });
    }
    confirmed.add(origin);
  }

  function guarded<Name extends HostCall>(name: Name): Handlers[Name] {
    return checkFirst(handlers, name, ({ baseUrl }) => requireConfirmed(baseUrl));
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
