import type { Page } from 'playwright';
import { calls, type EventName, type Events, eventNames } from '../../../shared/contract.ts';
import type { Dispatch } from '../../ipc/index.ts';

/** Adds a listener for one of the app's events. */
type Listen = <Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void) => unknown;

const callBinding = '__carpetaCall';
const emitBinding = '__carpetaTell';

/**
 * Puts `window.carpeta` into the page before any of its scripts runs. It has one function per call of the
 * contract, served by `dispatch`, and `on`, fed by `listen`.
 */
export async function bindBridge(page: Page, dispatch: Dispatch, listen: Listen): Promise<void> {
  // As one string: structured values cross many times slower and block the page meanwhile. Everything in the
  // contract is JSON.
  await page.exposeBinding(callBinding, async ({ frame }, name: unknown, input: unknown) =>
    JSON.stringify(await dispatch({ topFrame: frame === page.mainFrame(), url: frame.url() }, name, input)),
  );
  const names = Object.keys(calls);
  await page.addInitScript(buildBridge, { names, callBinding, emitBinding });
  // An event for a page that is being replaced has no listener left; the page reloads its data when it is
  // back.
  for (const event of eventNames) {
    listen(event, (payload) => void emitToPage(page, event, payload).catch(() => undefined));
  }
}

/** Runs in the page. */
function buildBridge(binding: { names: string[]; callBinding: string; emitBinding: string }): void {
  type Listener = (payload: unknown) => void;
  const scope = globalThis as unknown as Record<string, (name: string, input: unknown) => Promise<string>>;
  const call = scope[binding.callBinding];
  const listeners = new Map<string, Set<Listener>>();
  const bridge: Record<string, unknown> = {
    on: (event: string, listener: Listener) => {
      const listenersOfEvent = listeners.get(event) ?? new Set();
      listeners.set(event, listenersOfEvent.add(listener));
      return () => listenersOfEvent.delete(listener);
    },
  };
  for (const name of binding.names) {
    bridge[name] = async (input: unknown) => JSON.parse((await call?.(name, input)) ?? 'null');
  }
  const emitToAll = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  Object.defineProperty(globalThis, 'carpeta', { value: Object.freeze(bridge) });
  Object.defineProperty(globalThis, binding.emitBinding, { value: emitToAll });
}

/** Emits one event to the page; rejects where the page no longer exists. */
export function emitToPage(page: Page, event: EventName, payload: unknown): Promise<void> {
  return page.evaluate(
    ([binding, name, value]) => {
      const scope = globalThis as unknown as Record<string, (name: unknown, value: unknown) => void>;
      scope[binding as string]?.(name, value);
    },
    [emitBinding, event, payload],
  );
}
