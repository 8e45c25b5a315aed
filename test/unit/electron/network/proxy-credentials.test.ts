import { describe, expect, it } from 'vitest';
import type { ProxyChallenge, Secrets } from '../../../../electron/host.ts';
import { createProxyCredentials } from '../../../../electron/network/proxy-credentials.ts';
import type { Events } from '../../../../shared/contract.ts';
import { AppError } from '../../../../shared/errors.ts';

const office: ProxyChallenge = { host: 'proxy.office', port: 8080, realm: 'Office', isRetry: false };
const ana = { user: 'ana', password: 'clave-secreta' };

/** A keychain in memory, or none at all. */
function keychain(works = true): Secrets & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  const open = async () => {
    if (!works) throw new AppError('NO_KEYCHAIN', 'no keychain');
    return entries;
  };
  return {
    entries,
    get: async (account) => (await open()).get(account),
    set: async (account, secret) => void (await open()).set(account, secret),
    remove: async (account) => void (await open()).delete(account),
  };
}

function app(secrets = keychain()) {
  const loginRequests: Events['proxy.asks'][] = [];
  let ids = 0;
  const logins = createProxyCredentials({
    secrets,
    uuid: () => `question-${++ids}`,
    ask: (loginRequest) => loginRequests.push(loginRequest),
  });
  /** Answers a question, the last one unless its place is given. */
  const respond = (login?: { user: string; password: string; save: boolean }, index = -1) =>
    logins.answer({ id: loginRequests.at(index)?.id ?? '', login });
  return { loginRequests, login: logins.login, logins, answer: respond, secrets };
}

/** Lets what waits for the keychain go on. */
const afterImmediate = () => new Promise((resolve) => setImmediate(resolve));

describe('login to a proxy', () => {
  it('asks the person, and keeps nothing unless told to', async () => {
    const { loginRequests, login, answer: respond, secrets } = app();
    const waiting = login(office);
    await afterImmediate();
    expect(loginRequests).toEqual([
      { id: 'question-1', proxy: 'proxy.office:8080', realm: 'Office', isRetry: false, canSave: true },
    ]);
    await respond({ ...ana, save: false });
    expect(await waiting).toEqual(ana);
    expect(secrets.entries.size).toBe(0);
  });

  it('asks once for all who wait for the same proxy', async () => {
    const { loginRequests, login, answer: respond } = app();
    const waiting = [login(office), login(office), login({ ...office, port: 3128 })];
    await afterImmediate();
    expect(loginRequests.map(({ proxy }) => proxy)).toEqual(['proxy.office:8080', 'proxy.office:3128']);
    await respond({ ...ana, save: false }, 0);
    await respond(undefined, 1);
    expect(await Promise.all(waiting)).toEqual([ana, ana, undefined]);
  });

  it('takes a kept login from the keychain, and asks again when the proxy refuses it', async () => {
    const { loginRequests, login, answer: respond, secrets } = app();
    const first = login(office);
    await afterImmediate();
    await respond({ ...ana, save: true });
    await first;
    expect(await login(office)).toEqual(ana);
    expect(loginRequests).toHaveLength(1);

    const second = login({ ...office, isRetry: true });
    await afterImmediate();
    expect(loginRequests.at(-1)).toMatchObject({ isRetry: true, user: 'ana' });
    await respond({ user: 'ana', password: 'otra', save: false });
    expect(await second).toEqual({ user: 'ana', password: 'otra' });
    expect(secrets.entries.size).toBe(0);
  });

  it('asks again with the user name that this proxy refused, and with no other proxy’s', async () => {
    const { loginRequests, login, answer: respond } = app();
    const first = login(office);
    await afterImmediate();
    expect(loginRequests.at(-1)?.user).toBeUndefined();
    await respond({ user: 'anna', password: 'mal', save: false });
    await first;

    const second = login({ ...office, isRetry: true });
    await afterImmediate();
    expect(loginRequests.at(-1)).toMatchObject({ isRetry: true, user: 'anna' });
    expect(JSON.stringify(loginRequests)).not.toContain('mal');
    await respond({ ...ana, save: false });
    await second;

    const third = login({ ...office, isRetry: true });
    const other = login({ ...office, port: 3128, isRetry: true });
    await afterImmediate();
    expect(loginRequests.slice(-2).map(({ user }) => user)).toEqual(['ana', undefined]);
    await respond(undefined, -2);
    await respond();
    expect(await Promise.all([third, other])).toEqual([undefined, undefined]);
  });

  it('lets the refusal stand when the person gives no login', async () => {
    const { login, answer: respond } = app();
    const waiting = login(office);
    await afterImmediate();
    await respond();
    expect(await waiting).toBeUndefined();
  });

  it('works without a keychain, asking each time and saying that it cannot keep the login', async () => {
    const { loginRequests, login, answer: respond } = app(keychain(false));
    for (const times of [1, 2]) {
      const waiting = login(office);
      await afterImmediate();
      expect(loginRequests).toHaveLength(times);
      await respond({ ...ana, save: true });
      expect(await waiting).toEqual(ana);
    }
    const refused = login({ ...office, isRetry: true });
    await afterImmediate();
    await respond();
    await refused;
    expect(loginRequests.map(({ canSave }) => canSave)).toEqual([false, false, false]);
  });

  it('says why a login could not be kept, uses it all the same, and offers to keep no more until the keychain answers', async () => {
    const secrets = keychain();
    const locked = new AppError('NO_KEYCHAIN', 'locked', { values: { reason: 'not-available' } });
    const { loginRequests, login, answer: respond } = app({ ...secrets, set: () => Promise.reject(locked) });
    const waiting = login(office);
    await afterImmediate();
    expect(loginRequests.at(-1)?.canSave).toBe(true);
    expect(await respond({ ...ana, save: true })).toMatchObject({ notSaved: { code: 'NO_KEYCHAIN' } });
    expect(await waiting).toEqual(ana);

    const refused = login({ ...office, isRetry: true });
    await afterImmediate();
    expect(loginRequests.at(-1)?.canSave).toBe(false);
    expect(await respond({ ...ana, save: false })).toEqual({});
    await refused;
  });

  it('ignores an answer to no question', async () => {
    const { answer: respond } = app();
    await expect(respond({ ...ana, save: true })).resolves.toEqual({});
  });

  it('is asked for again by a page that was not there when it was asked, until it is answered', async () => {
    const { loginRequests, login, answer: respond, logins } = app();
    const waiting = login(office);
    await afterImmediate();
    expect(logins.openRequests()).toEqual(loginRequests);
    await respond({ ...ana, save: false });
    await waiting;
    expect(logins.openRequests()).toEqual([]);
  });

  it.each(['', 'no login', '{"user":"ana"}'])('is asked for where the keychain holds %j', async (entry) => {
    const { loginRequests, login, answer: respond, secrets } = app();
    secrets.entries.set('proxy proxy.office:8080', entry);
    const waiting = login(office);
    await afterImmediate();
    expect(loginRequests).toHaveLength(1);
    await respond({ ...ana, save: true });
    expect(await waiting).toEqual(ana);
    expect(JSON.parse(secrets.entries.get('proxy proxy.office:8080') ?? '')).toEqual(ana);
  });
});
