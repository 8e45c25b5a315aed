import { beforeEach } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Moves the mouse out of the page. */
    moveMouseAway(): Promise<void>;
  }
}

// Files share one page, and its mouse: where the test before left it, what this one shows would be hovered.
beforeEach(() => commands.moveMouseAway());
