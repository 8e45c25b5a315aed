import type { Handlers } from '../../shared/contract.ts';
import { isAppError } from '../../shared/errors.ts';
import type { TextCount, TextCountQuery, TextHits, TextQuery } from '../../shared/model/text-search.ts';
import type { AppContext } from '../app-context.ts';
import type { Downloads } from '../downloads/index.ts';
import { countText } from './count-text.ts';
import type { ReadFileTexts } from './extraction/read-file-texts.ts';
import { findText } from './find-text.ts';
import type { ReadScans } from './ocr/read-scans.ts';
import { WaitingScans } from './ocr/recognize-when-idle.ts';
import { TextIndexer } from './text-indexer.ts';
import { readTextLines } from './text-lines.ts';

export { createReadFileTexts, type FileText, type ReadFileTexts } from './extraction/read-file-texts.ts';
export { createReadScans, type ReadScans, type ScanOutcome, type ScanPage } from './ocr/read-scans.ts';

/** What the search for words takes from the app. */
interface TextSearchContext
  extends Pick<AppContext, 'store' | 'clock' | 'desktop' | 'settings' | 'emit' | 'on' | 'reportError'> {
  downloads: Pick<Downloads, 'isBusy' | 'isBusyElsewhere'>;
  readFileTexts: ReadFileTexts;
  readScans: ReadScans;
}

/** Creates the search for words; nothing is read before `begin` or `readAll`. */
export function createTextSearch(context: TextSearchContext) {
  const { store, desktop, downloads, readFileTexts, settings, emit, on } = context;
  const scans = new WaitingScans({
    ...context,
    when: () => settings().readsScans,
    // A computer that cannot tell is in use.
    isIdle: () => desktop.isIdle?.() ?? false,
  });
  const indexer = new TextIndexer({
    ...context,
    scans,
    isOn: () => settings().readsTexts,
    isPaused: () => settings().pausesTexts,
    isBusy: () => downloads.isBusy() || downloads.isBusyElsewhere(),
    onStatus: (status) => emit('texts.progress', status),
  });
  const latest = { list: new LatestText(), preview: new LatestText(), count: new LatestText() };

  async function find(query: TextQuery): Promise<TextHits> {
    const found = await repeatIfDamaged(
      () => findText(store, query),
      () => indexer.notice(),
    );
    return { ...found, unreadable: Math.max(found.unreadable, indexer.unreadable) };
  }
  async function count(query: TextCountQuery): Promise<TextCount> {
    const signal = latest.count.signalFor(query.text, query.filter);
    return repeatIfDamaged(
      () => countText(store, query, signal),
      () => indexer.notice(),
    );
  }
  const handlers: Pick<Handlers, `texts.${string}` & keyof Handlers> = {
    'texts.find': find,
    'texts.count': count,
    'texts.lines': (query) => {
      const { signalFor } = latest[query.isPreview ? 'preview' : 'list'];
      return readTextLines(store, readFileTexts, query, signalFor(query.text, query));
    },
    'texts.recognized': ({ page, ...key }) => store.listRecognizedWords(key, page),
    'texts.status': () => indexer.status(),
  };
  return {
    handlers,
    /** Reads in the background, whenever no batch transfers, here or in another process. */
    begin() {
      on('files.changed', () => indexer.notice());
      on('downloads.progress', ({ batches }) => {
        if (batches.some(({ state }) => state.kind === 'ended')) indexer.notice();
        indexer.recheck();
      });
      indexer.begin();
    },
    /** Call when settings change. */
    settingsChanged: () => indexer.recheck(),
    /** Call after stored data were deleted: their words are overwritten. */
    purge: () => indexer.purge(),
    /** Reads everything that waits ({@link TextIndexer.readAll}). */
    readAll: (...options: Parameters<TextIndexer['readAll']>) => indexer.readAll(...options),
    find,
    close: async () => {
      for (const each of Object.values(latest)) each.abort();
      await indexer.close();
    },
  };
}

/** Aborts work whose answer is shown no more: another text, or the same part of this one, is asked for. */
class LatestText {
  #text: string | undefined;
  readonly #works = new Map<string, AbortController>();

  readonly signalFor = (text: string, part: object): AbortSignal => {
    if (text !== this.#text) this.abort();
    this.#text = text;
    const key = JSON.stringify(part);
    this.#works.get(key)?.abort();
    const work = new AbortController();
    this.#works.set(key, work);
    return work.signal;
  };

  abort(): void {
    for (const work of this.#works.values()) work.abort();
    this.#works.clear();
  }
}

/** Runs a search again where its index was damaged: the second call makes the index anew. */
async function repeatIfDamaged<T>(search: () => Promise<T>, onDamaged: () => void): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (!isAppError(error, 'STORE_DAMAGED')) throw error;
    onDamaged();
    return search();
  }
}
