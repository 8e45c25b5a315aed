import { setTimeout as wait } from 'node:timers/promises';
import type { HttpGet } from '../../../electron/host.ts';
import { AppError } from '../../../shared/errors.ts';

/** What goes over the network, and whether it is there. */
export interface Traffic {
  httpGet: HttpGet;
  isThere: boolean;
  readonly count: number;
  /**
   * Resolves when no request has been under way for a moment. Rejects where one never ends: nobody let go of
   * it.
   */
  quiet(): Promise<void>;
}

/** An `open` that can be watched and cut. */
export function watchTraffic(httpGet: HttpGet): Traffic {
  let underWay = 0;
  let count = 0;
  const traffic: Traffic = {
    isThere: true,
    get count() {
      return count;
    },
    httpGet: async (url, options) => {
      count++;
      if (!traffic.isThere) throw new AppError('NO_NETWORK', 'no network');
      underWay++;
      let isOver = false;
      const over = () => {
        if (!isOver) underWay--;
        isOver = true;
        // A signal that is listened to stays for as long as those that it was made of.
        options.signal?.removeEventListener('abort', over);
      };
      try {
        const response = await httpGet(url, options);
        options.signal?.addEventListener('abort', over, { once: true });
        const cancel = () => {
          over();
          response.cancel();
        };
        return { ...response, body: ending(response.body, over), cancel };
      } catch (error) {
        over();
        throw error;
      }
    },
    async quiet() {
      for (let [calm, waited] = [0, 0]; calm < 2; waited++) {
        await wait(1);
        calm = underWay === 0 ? calm + 1 : 0;
        if (waited > 20_000) throw new Error(`${underWay} requests that nobody has let go of`);
      }
    },
  };
  return traffic;
}

async function* ending(body: AsyncIterable<Uint8Array>, over: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    over();
  }
}
