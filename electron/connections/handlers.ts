import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Connections } from './connections.ts';
import type { ClientDirectory } from './stored-connections.ts';

type Names = Extract<keyof Handlers, `connections.${string}` | `practice.${string}`>;

/** The connections' part of the contract. `changed` is called after each change. */
export function connectionHandlers(
  connections: Connections,
  changed: () => Promise<void>,
): Pick<Handlers, Names> {
  async function thenNotify<T>(result: Promise<T>): Promise<T> {
    const value = await result;
    await changed();
    return value;
  }
  return {
    'connections.list': () => connections.list(),
    'connections.add': ({ key, keyOf, ...draft }) => {
      if (key !== undefined) return thenNotify(connections.add(draft, { key }));
      if (keyOf !== undefined) return thenNotify(connections.add(draft, { keyOf }));
      return Promise.reject(new AppError('KEY_MISSING', 'no key was given'));
    },
    'connections.change': ({ id, ...draft }) => thenNotify(connections.change(id, draft)),
    'connections.try': (access) => connections.tryOut(access),
    'connections.test': ({ id }) => connections.test(id),
    'connections.replaceKey': ({ id, key }) => thenNotify(connections.replaceKey(id, key)),
    'connections.remove': ({ id }) => thenNotify(connections.remove(id)),
    'connections.practice': (input) => thenNotify(connections.practice(input?.office)),
    'practice.misbehaviours': async () => connections.injectedFaults(),
    'practice.misbehave': async ({ name, isOn }) => connections.injectFault(name, isOn),
  };
}

/** The client directory's part of the contract. */
export function clientHandlers(
  directory: ClientDirectory,
): Pick<Handlers, 'clients.list' | 'clients.read' | 'clients.keep' | 'clients.remove'> {
  return {
    'clients.list': async () => directory.list(),
    'clients.read': async ({ text, folderColumn }) => directory.read(text, folderColumn),
    'clients.keep': async ({ clients }) => directory.save(clients),
    'clients.remove': async ({ ruts }) => directory.remove(ruts),
  };
}
