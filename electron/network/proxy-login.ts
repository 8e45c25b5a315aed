import { z } from 'zod';
import type { Events, Handlers } from '../../shared/contract.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { ProxyChallenge, ProxyLogin, Secrets } from '../host.ts';

export interface ProxyLoginOptions {
  secrets: Secrets;
  /** Shows the login prompt in the page. */
  ask(loginRequest: Events['proxy.asks']): void;
  uuid(): string;
}

/** How the app logs in to an office's proxy. */
export interface ProxyLogins {
  login: ProxyLogin;
  handlers: Pick<Handlers, 'proxy.answer' | 'proxy.waiting'>;
}

const loginSchema = z.object({ user: z.string(), password: z.string() });
type Login = z.infer<typeof loginSchema>;

/** An open login prompt. */
interface LoginPrompt {
  loginRequest: Events['proxy.asks'];
  resolve(login: Login | undefined): void;
}

/**
 * Logs in to a proxy from the keychain, else prompts the person, once for all requests that wait for the same
 * proxy. A login is saved in the keychain when the person selects that; a failure is reported to them. One
 * that the proxy refused is removed there.
 */
export function createProxyLogins({ secrets, ask, uuid }: ProxyLoginOptions): ProxyLogins {
  const pendingLogins = new Map<string, Promise<Login | undefined>>();
  const prompts = new Map<string, LoginPrompt>();
  /** User name of the last login for each proxy; passwords are not stored here. */
  const lastUsers = new Map<string, string>();
  // By the keychain's last result.
  let canSave = true;

  async function login(challenge: ProxyChallenge): Promise<Login | undefined> {
    const proxy = `${challenge.host}:${challenge.port}`;
    const pending = pendingLogins.get(proxy);
    if (pending) return pending;
    const started = find(proxy, challenge).finally(() => pendingLogins.delete(proxy));
    pendingLogins.set(proxy, started);
    return started;
  }

  async function find(proxy: string, { realm, isRetry }: ProxyChallenge): Promise<Login | undefined> {
    const stored = isRetry ? undefined : await read(accountOf(proxy));
    const known = stored === undefined ? undefined : loginIn(stored);
    if (known) {
      lastUsers.set(proxy, known.user);
      return known;
    }
    const user = isRetry ? lastUsers.get(proxy) : undefined;
    const login = await promptLogin({
      ...{ id: uuid(), proxy, realm, isRetry, canSave },
      ...(user !== undefined && { user }),
    });
    if (login) lastUsers.set(proxy, login.user);
    return login;
  }

  /** The keychain's entry; without a keychain the person is prompted each time. */
  async function read(account: string): Promise<string | undefined> {
    const stored = secrets.get(account);
    canSave = await stored.then(
      () => true,
      () => false,
    );
    return canSave ? stored : undefined;
  }

  /** Returns why a login could not be saved. */
  async function saveLogin(proxy: string, login: Login): Promise<{ notSaved?: ErrorData }> {
    try {
      await secrets.set(accountOf(proxy), JSON.stringify(login));
      return {};
    } catch (error) {
      canSave = false;
      return { notSaved: toErrorData(error) };
    }
  }

  function promptLogin(loginRequest: Events['proxy.asks']): Promise<Login | undefined> {
    return new Promise((resolve) => {
      prompts.set(loginRequest.id, { loginRequest, resolve });
      ask(loginRequest);
    });
  }

  return {
    login,
    handlers: {
      'proxy.answer': async ({ id, login: response }) => {
        const prompt = prompts.get(id);
        prompts.delete(id);
        if (!prompt) return {};
        const { proxy, isRetry } = prompt.loginRequest;
        if (!response) {
          prompt.resolve(undefined);
          return {};
        }
        const { save, ...login } = response;
        // The requests behind the proxy do not wait for the keychain.
        prompt.resolve(login);
        if (save) return saveLogin(proxy, login);
        // A keychain that cannot be written keeps the refused login; the person is prompted again.
        if (isRetry) await secrets.remove(accountOf(proxy)).catch(() => undefined);
        return {};
      },
      'proxy.waiting': async () => [...prompts.values()].map(({ loginRequest }) => loginRequest),
    },
  };
}

/** The keychain account of a proxy's login. */
function accountOf(proxy: string): string {
  return `proxy ${proxy}`;
}

/** The login in a keychain entry; undefined where another program has written it. */
function loginIn(entry: string): Login | undefined {
  try {
    return loginSchema.parse(JSON.parse(entry));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
