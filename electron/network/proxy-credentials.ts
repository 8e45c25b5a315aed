import { z } from 'zod';
import type { Events, Handlers } from '../../shared/contract.ts';
import { type ErrorData, toErrorData } from '../../shared/errors.ts';
import type { ProxyChallenge, ProxyLogin, Secrets } from '../host.ts';
import { SingleFlight, succeeds } from '../lib/async.ts';

interface ProxyCredentialsOptions {
  secrets: Secrets;
  /** Shows the login prompt in the page. */
  ask(loginRequest: Events['proxy.asks']): void;
  uuid(): string;
}

const loginSchema = z.object({ user: z.string(), password: z.string() });
type Login = z.infer<typeof loginSchema>;

/** An open login prompt. */
interface LoginPrompt {
  loginRequest: Events['proxy.asks'];
  resolve(login: Login | undefined): void;
}

/** How the app logs in to an office's proxy. Its functions work without `this`. */
interface ProxyCredentials {
  login: ProxyLogin;
  /** The person's response to a prompt. */
  answer: Handlers['proxy.answer'];
  /** The requests of the open prompts. */
  openRequests(): Events['proxy.asks'][];
}

/**
 * Logs in to a proxy from the keychain, else prompts the person, once for all requests that wait for the same
 * proxy. A login is saved in the keychain when the person selects that; a failure is reported to them. One
 * that the proxy refused is removed there.
 */
export function createProxyCredentials(options: ProxyCredentialsOptions): ProxyCredentials {
  const state: LoginState = {
    ...options,
    pendingLogins: new SingleFlight(),
    prompts: new Map(),
    lastUsers: new Map(),
    canSave: true,
  };
  return {
    login: (challenge) => loginOnce(state, challenge),
    answer: ({ id, login }) => answerPrompt(state, id, login),
    openRequests: () => [...state.prompts.values()].map(({ loginRequest }) => loginRequest),
  };
}

interface LoginState extends ProxyCredentialsOptions {
  pendingLogins: SingleFlight<Login | undefined>;
  prompts: Map<string, LoginPrompt>;
  /** User name of the last login for each proxy; passwords are not stored here. */
  lastUsers: Map<string, string>;
  /** By the keychain's last result. */
  canSave: boolean;
}

function loginOnce(state: LoginState, challenge: ProxyChallenge): Promise<Login | undefined> {
  const proxy = `${challenge.host}:${challenge.port}`;
  return state.pendingLogins.run(proxy, () => findLogin(state, proxy, challenge));
}

async function findLogin(
  state: LoginState,
  proxy: string,
  { realm, isRetry }: ProxyChallenge,
): Promise<Login | undefined> {
  const stored = isRetry ? undefined : await readEntry(state, accountOf(proxy));
  const known = stored === undefined ? undefined : loginIn(stored);
  if (known) {
    state.lastUsers.set(proxy, known.user);
    return known;
  }
  const user = isRetry ? state.lastUsers.get(proxy) : undefined;
  const login = await promptLogin(state, {
    id: state.uuid(),
    proxy,
    realm,
    isRetry,
    canSave: state.canSave,
    ...(user !== undefined && { user }),
  });
  if (login) state.lastUsers.set(proxy, login.user);
  return login;
}

/** The keychain's entry; without a keychain the person is prompted each time. */
async function readEntry(state: LoginState, account: string): Promise<string | undefined> {
  const stored = state.secrets.get(account);
  state.canSave = await succeeds(stored);
  return state.canSave ? stored : undefined;
}

function promptLogin(
  { prompts, ask }: LoginState,
  loginRequest: Events['proxy.asks'],
): Promise<Login | undefined> {
  return new Promise((resolve) => {
    prompts.set(loginRequest.id, { loginRequest, resolve });
    ask(loginRequest);
  });
}

async function answerPrompt(
  state: LoginState,
  id: string,
  response: Parameters<Handlers['proxy.answer']>[0]['login'],
): Promise<{ notSaved?: ErrorData }> {
  const prompt = state.prompts.get(id);
  state.prompts.delete(id);
  if (!prompt) return {};
  const { proxy, isRetry } = prompt.loginRequest;
  if (!response) {
    prompt.resolve(undefined);
    return {};
  }
  const { save, ...login } = response;
  // The requests behind the proxy do not wait for the keychain.
  prompt.resolve(login);
  if (save) return saveLogin(state, proxy, login);
  // A keychain that cannot be written keeps the refused login; the person is prompted again.
  if (isRetry) await state.secrets.remove(accountOf(proxy)).catch(() => undefined);
  return {};
}

/** Returns why a login could not be saved. */
async function saveLogin(state: LoginState, proxy: string, login: Login): Promise<{ notSaved?: ErrorData }> {
  try {
    await state.secrets.set(accountOf(proxy), JSON.stringify(login));
    return {};
  } catch (error) {
    state.canSave = false;
    return { notSaved: toErrorData(error) };
  }
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
