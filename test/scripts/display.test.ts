import { describe, expect, it } from 'vitest';
import { hasDisplay } from '../../scripts/display.mjs';

describe('a display', () => {
  it.each([
    ['linux', {}, false],
    ['linux', { DISPLAY: '' }, false],
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['darwin', {}, true],
    ['win32', {}, true],
  ] as const)('on %s with %j: %j', (platform, env, expected) => {
    expect(hasDisplay(platform, env)).toBe(expected);
  });
});
