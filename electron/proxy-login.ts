import { z } from 'zod';
import type { Events, Handlers } from '../shared/contract.ts';
import type { ProxyChallenge, ProxyLogin, Secrets } from './host.ts';

export interface ProxyLoginOptions {
  secrets: Secrets;
  /** Has the page ask the person. */
  ask(question: Events['proxy.asks']): void;
  uuid(): string;
}

/** How the app logs in to an office's proxy. */
export interface ProxyLogins {
  login: ProxyLogin;
  handlers: Pick<Handlers, 'proxy.answer' | 'proxy.waiting'>;
}

const keptLogin = z.object({ user: z.string(), password: z.string() });
type Login = z.infer<typeof keptLogin>;

/** A question that nobody has answered yet. */
interface Waiting {
  question: Events['proxy.asks'];
  resolve(login: (Login & { keep: boolean }) | undefined): void;
}

/**
 * Answers a proxy from the keychain, else asks the person, once for all that wait for the same proxy. A login goes into the keychain
 * when the person says so; one that the proxy refused is forgotten there.
 */
export function createProxyLogins({ secrets, ask, uuid }: ProxyLoginOptions): ProxyLogins {
  const asked = new Map<string, Promise<Login | undefined>>();
  const waiting = new Map<string, Waiting>();
  /** User name of the login that each proxy got last; of passwords nothing stays here. */
  const lastUsers = new Map<string, string>();
  // As the keychain answered last.
  let canKeep = true;

  async function login(challenge: ProxyChallenge): Promise<Login | undefined> {
    const proxy = `${challenge.host}:${challenge.port}`;
    const sameAsking = asked.get(proxy);
    if (sameAsking) return sameAsking;
    const asking = find(proxy, challenge).finally(() => asked.delete(proxy));
    asked.set(proxy, asking);
    return asking;
  }

  async function find(proxy: string, { realm, again }: ProxyChallenge): Promise<Login | undefined> {
    const account = `proxy ${proxy}`;
    const kept = again ? undefined : await read(account);
    const known = kept === undefined ? undefined : loginIn(kept);
    if (known) {
      lastUsers.set(proxy, known.user);
      return known;
    }
    const user = again ? lastUsers.get(proxy) : undefined;
    const given = await answerTo({
      ...{ id: uuid(), proxy, realm, again, canKeep },
      ...(user !== undefined && { user }),
    });
    if (!given) return undefined;
    const { keep, ...found } = given;
    lastUsers.set(proxy, found.user);
    if (keep) await secrets.set(account, JSON.stringify(found)).catch(() => undefined);
    else if (again) await secrets.remove(account).catch(() => undefined);
    return found;
  }

  /** What the keychain holds; without one the person is asked each time. */
  async function read(account: string): Promise<string | undefined> {
    const kept = secrets.get(account);
    canKeep = await kept.then(
      () => true,
      () => false,
    );
    return canKeep ? kept : undefined;
  }

  function answerTo(question: Events['proxy.asks']): Promise<(Login & { keep: boolean }) | undefined> {
    return new Promise((resolve) => {
      waiting.set(question.id, { question, resolve });
      ask(question);
    });
  }

  return {
    login,
    handlers: {
      'proxy.answer': async ({ id, login: given }) => {
        const answered = waiting.get(id);
        waiting.delete(id);
        answered?.resolve(given);
      },
      'proxy.waiting': async () => [...waiting.values()].map(({ question }) => question),
    },
  };
}

/** The login that an entry of the keychain holds; none where something else has written it. */
function loginIn(entry: string): Login | undefined {
  try {
    return keptLogin.parse(JSON.parse(entry));
  } catch (thrown) {
    if (thrown instanceof SyntaxError || thrown instanceof z.ZodError) return undefined;
    throw thrown;
  }
}
