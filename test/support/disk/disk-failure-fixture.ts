import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../agency/practice-agency.ts';
import {
  type DownloadsFixture,
  type FixtureOptions,
  filesIn,
  openWithDocuments,
  practice,
  removeHome,
} from '../app/downloads-fixture.ts';
import { type MountedDisk, mountDisk } from './mounted-disk.ts';

/** About the size of each document of the agency. */
export const fileBytes = 100_000;

/**
 * An agency for all tests of a file, and for each of them an app, on a disk of its own where it asks for one.
 */
export interface DiskFailureFixture {
  readonly agency: PracticeAgency;
  readonly fixture: DownloadsFixture;
  /** What the app has found, and how many documents that is. */
  readonly documents: readonly DocumentKey[];
  readonly fileCount: number;
  /** Opens the main window of this test. */
  open(overrides?: FixtureOptions['overrides']): Promise<void>;
  /** Has documents come one after another, so that there is a middle, on a slow machine too. */
  slowly(): void;
  /** A disk of so many bytes, until the test is over. */
  mount(bytes: number): MountedDisk;
}

/** What tests of a disk with which something is the matter have in common, for one file of them. */
export function diskFailureFixture(): DiskFailureFixture {
  let agency: PracticeAgency;
  let opened: Awaited<ReturnType<typeof openWithDocuments>> | undefined;
  let small: MountedDisk | undefined;
  beforeAll(async () => {
    agency = await practice({ fileBytes });
  });
  afterAll(() => agency.close());
  beforeEach(() => {
    agency.faults.clear();
    agency.requests.forget();
  });
  afterEach(async () => {
    await opened?.fixture.close();
    if (opened) removeHome(opened.fixture);
    small?.remove();
    opened = small = undefined;
  });
  function now(): NonNullable<typeof opened> {
    if (!opened) throw new Error('no desk is open');
    return opened;
  }
  return {
    get agency() {
      return agency;
    },
    get fixture() {
      return now().fixture;
    },
    get documents() {
      return now().documents;
    },
    get fileCount() {
      return now().withFile.length;
    },
    async open(overrides = {}) {
      opened = await openWithDocuments({ agency, overrides }, { atMost: 24 });
    },
    slowly() {
      now().fixture.settings.transfersAtOnce = 1;
      agency.faults.add({ kind: 'storage-slow', ms: 40 });
    },
    mount(bytes) {
      small = mountDisk(bytes);
      return small;
    },
  };
}

/** What stands half in a folder. */
export function partFilesIn(folder: string): string[] {
  return [...filesIn(folder).keys()].filter((path) => path.endsWith('.part'));
}
