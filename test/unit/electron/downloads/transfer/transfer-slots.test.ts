import { expect, test } from 'vitest';
import { FairTransferQueue, type Slot } from '../../../../../electron/downloads/transfer/transfer-slots.ts';
import { createFakeClock } from '../../../../support/app/fake-clock.ts';

const never = new AbortController().signal;
const open = () => Promise.reject(new Error('nothing is asked here'));

interface TransferCase {
  connectionId: string;
  batch: string;
  isBackground?: boolean;
}

/** Slots, and who has got one so far, in order. */
function office(chosen: number) {
  const slots = new FairTransferQueue(() => chosen, createFakeClock());
  const got: { name: string; slot: Slot }[] = [];
  return {
    slots,
    names: () => got.map(({ name }) => name),
    ask(name: string, { connectionId, batch, isBackground = false }: TransferCase) {
      slots.takeSlot({ connectionId, batch, isBackground }, never).then((slot) => got.push({ name, slot }));
    },
    /** Gives back the one that was got at this place, from 0. */
    release: (index: number) => got[index]?.slot.release(),
  };
}

const afterImmediate = () => new Promise((resolve) => setImmediate(resolve));

async function drain({ names, release }: ReturnType<typeof office>): Promise<string[]> {
  for (let index = 0; ; index++) {
    await afterImmediate();
    if (index >= names().length) return names();
    release(index);
  }
}

test('connections take turns, however many documents each of them has waiting', async () => {
  const fixture = office(1);
  for (let one = 1; one <= 6; one++) fixture.ask(`a${one}`, { connectionId: 'a', batch: '1' });
  for (let one = 1; one <= 3; one++) fixture.ask(`b${one}`, { connectionId: 'b', batch: '1' });
  expect(await drain(fixture)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'a5', 'a6']);
});

test('batches of a connection take turns, and do not cost another connection its own', async () => {
  const fixture = office(1);
  for (let one = 1; one <= 4; one++) fixture.ask(`a${one}`, { connectionId: 'a', batch: '1' });
  for (let one = 1; one <= 2; one++) fixture.ask(`A${one}`, { connectionId: 'a', batch: '2' });
  for (let one = 1; one <= 3; one++) fixture.ask(`b${one}`, { connectionId: 'b', batch: '3' });
  expect(await drain(fixture)).toEqual(['a1', 'b1', 'A1', 'b2', 'a2', 'b3', 'A2', 'a3', 'a4']);
});

test('what a person has asked for comes before what a refresh fetches by itself', async () => {
  const fixture = office(1);
  for (let one = 1; one <= 3; one++)
    fixture.ask(`r${one}`, { connectionId: 'a', batch: '1', isBackground: true });
  for (let one = 1; one <= 2; one++) fixture.ask(`p${one}`, { connectionId: 'a', batch: '2' });
  expect(await drain(fixture)).toEqual(['r1', 'p1', 'p2', 'r2', 'r3']);
});

test('a host that is full keeps no document of another host waiting', async () => {
  const fixture = office(0);
  for (let one = 1; one <= 20; one++) fixture.ask(`a${one}`, { connectionId: 'a', batch: '1' });
  fixture.ask('b1', { connectionId: 'b', batch: '1' });
  await afterImmediate();
  expect(fixture.names()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']);
});

test('connections whose documents come from one host share its limit', async () => {
  const fixture = office(0);
  const shared = async (connectionId: string) => {
    const slot = await fixture.slots.takeSlot({ connectionId, batch: '1', isBackground: false }, never);
    slot.measure('storage.example.org', open, 0);
    return slot;
  };
  const first = await shared('a');
  (await shared('b')).release();
  first.release();
  for (let one = 1; one <= 5; one++) fixture.ask(`a${one}`, { connectionId: 'a', batch: '1' });
  for (let one = 1; one <= 5; one++) fixture.ask(`b${one}`, { connectionId: 'b', batch: '1' });
  await afterImmediate();
  expect(fixture.names()).toHaveLength(6);
});

test('a number that was set is that of all hosts together', async () => {
  const fixture = office(3);
  for (const connectionId of ['a', 'b', 'c', 'd']) {
    for (let one = 1; one <= 2; one++) fixture.ask(`${connectionId}${one}`, { connectionId, batch: '1' });
  }
  await afterImmediate();
  expect(fixture.names()).toEqual(['a1', 'a2', 'b1']);
  expect(fixture.slots.maxTransfersOf('a')).toBe(3);
});

test('who stops waiting for a slot gets none, and keeps nobody waiting', async () => {
  const { slots, ...fixture } = office(1);
  fixture.ask('a1', { connectionId: 'a', batch: '1' });
  const abort = new AbortController();
  const stopped = slots.takeSlot({ connectionId: 'b', batch: '1', isBackground: false }, abort.signal);
  fixture.ask('a2', { connectionId: 'a', batch: '1' });
  abort.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  await afterImmediate();
  fixture.release(0);
  fixture.release(0);
  await afterImmediate();
  expect(fixture.names()).toEqual(['a1', 'a2']);
});

test('hosts that are not in use any more are forgotten', async () => {
  const slots = new FairTransferQueue(() => 0, createFakeClock());
  for (let host = 0; host < 1_000; host++) {
    const slot = await slots.takeSlot({ connectionId: 'a', batch: '1', isBackground: false }, never);
    slot.measure(`${host}.example.org`, open, 0);
    slot.release();
  }
  expect(slots.maxTransfersOf('a')).toBe(6);
});
