import { describe, expect, it } from 'vitest';
import { createSignedLinkCache, type SignedLink } from '../../../electron/api/index.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

function link(name: string, livesForMs = hour): SignedLink {
  return {
    url: `https://storage.example/${name}`,
    expiresAt: 0,
    livesForMs,
    requestId: 'r',
    nearestZone: 'elsewhere',
  };
}
const links = (...names: string[]) => new Map(names.map((name) => [name, link(name)]));

describe('the link book', () => {
  it('finds the link of a document of its connection, and of no other', () => {
    const linkCache = createSignedLinkCache(createFakeClock());
    linkCache.add('one', links('a'));
    expect(linkCache.find('one', 'a', 0)).toEqual(link('a'));
    expect(linkCache.find('two', 'a', 0)).toBeUndefined();
    expect(linkCache.find('one', 'b', 0)).toBeUndefined();
  });

  it('finds a link only while it still works for as long as is needed', async () => {
    const clock = createFakeClock();
    const linkCache = createSignedLinkCache(clock);
    linkCache.add('one', new Map([['a', link('a', 10 * minute)]]));
    await clock.advance(6 * minute);
    expect(linkCache.find('one', 'a', 4 * minute)).toBeDefined();
    expect(linkCache.find('one', 'a', 4 * minute + 1)).toBeUndefined();
  });

  it('keeps no link longer than 50 minutes, however long it works', async () => {
    const clock = createFakeClock();
    const linkCache = createSignedLinkCache(clock);
    linkCache.add('one', links('a'));
    await clock.advance(50 * minute - 1);
    expect(linkCache.find('one', 'a', 1)).toBeDefined();
    await clock.advance(1);
    expect(linkCache.find('one', 'a', 0)).toBeUndefined();
  });

  it('is not deceived by a wall clock that is set back', async () => {
    const clock = createFakeClock();
    const linkCache = createSignedLinkCache(clock);
    linkCache.add('one', links('a'));
    clock.setWallClock(clock.now() - 5 * hour);
    expect(linkCache.find('one', 'a', 0)).toBeDefined();
    await clock.advance(50 * minute);
    expect(linkCache.find('one', 'a', 0)).toBeUndefined();
  });

  it('counts the time that the computer slept, when only the wall clock went on', () => {
    const clock = createFakeClock();
    const linkCache = createSignedLinkCache(clock);
    linkCache.add('one', links('a'));
    clock.setWallClock(clock.now() + 2 * hour);
    expect(linkCache.find('one', 'a', 0)).toBeUndefined();
  });

  it('holds 5,000 links at the most; the oldest make room', () => {
    const linkCache = createSignedLinkCache(createFakeClock());
    const names = Array.from({ length: 6000 }, (_, number) => `d${number}`);
    for (let from = 0; from < names.length; from += 100)
      linkCache.add('one', links(...names.slice(from, from + 100)));
    const found = names.filter((name) => linkCache.find('one', name, 0));
    expect(found).toEqual(names.slice(1000));
  });

  it('makes a link that came again young again', async () => {
    const clock = createFakeClock();
    const linkCache = createSignedLinkCache(clock);
    linkCache.add('one', links('a', 'b'));
    await clock.advance(40 * minute);
    linkCache.add('one', links('a'));
    await clock.advance(20 * minute);
    expect(linkCache.find('one', 'a', 0)).toBeDefined();
    expect(linkCache.find('one', 'b', 0)).toBeUndefined();
  });

  it('forgets one link, or all of a connection', () => {
    const linkCache = createSignedLinkCache(createFakeClock());
    linkCache.add('one', links('a', 'b'));
    linkCache.add('one more', links('a'));
    linkCache.forget('one', 'a');
    expect(linkCache.find('one', 'a', 0)).toBeUndefined();
    expect(linkCache.find('one', 'b', 0)).toBeDefined();
    linkCache.forget('one');
    expect(linkCache.find('one', 'b', 0)).toBeUndefined();
    expect(linkCache.find('one more', 'a', 0)).toBeDefined();
  });
});
