import { z } from 'zod';
import type { Events, Handlers } from '../../shared/contract.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { ProxyChallenge, ProxyLogin, Secrets } from '../host.ts';

export interface ProxyLoginOptions {
  secrets: Secrets;
  /** Has the page ask the person. */
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

/** A question that nobody has answered yet. */
interface LoginPrompt {
  loginRequest: Events['proxy.asks'];
  resolve(login: Login | undefined): void;
}

/**
 * Answers a proxy from the keychain, else asks the person, once for all that wait for the same proxy. A login
 * goes into the keychain when the person says so, who is told where it could not; one that the proxy refused
 * is forgotten there.
 */
export function createProxyLogins({ secrets, ask, uuid }: ProxyLoginOptions): ProxyLogins {
  const pendingLogins = new Map<string, Promise<Login | undefined>>();
  const prompts = new Map<string, LoginPrompt>();
  /** User name of the login that each proxy got last; of passwords nothing stays here. */
  const lastUsers = new Map<string, string>();
  // As the keychain answered last.
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

  /** What the keychain holds; without one the person is asked each time. */
  async function read(account: string): Promise<string | undefined> {
    const stored = secrets.get(account);
    canSave = await stored.then(
      () => true,
      () => false,
    );
    return canSave ? stored : undefined;
  }

  /** Says why a login that was to be kept is not. */
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
        // What waits behind the proxy does not wait for the keychain, too.
        prompt.resolve(login);
        if (save) return saveLogin(proxy, login);
        // A keychain that cannot be written holds what the proxy has just refused, which is asked about
        // again.
        if (isRetry) await secrets.remove(accountOf(proxy)).catch(() => undefined);
        return {};
      },
      'proxy.waiting': async () => [...prompts.values()].map(({ loginRequest }) => loginRequest),
    },
  };
}

/** The name of a proxy's login in the keychain. */
function accountOf(proxy: string): string {
  return `proxy ${proxy}`;
}

/** The login that an entry of the keychain holds; none where something else has written it. */
function loginIn(entry: string): Login | undefined {
  try {
    return loginSchema.parse(JSON.parse(entry));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}
