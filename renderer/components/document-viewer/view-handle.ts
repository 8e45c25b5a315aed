import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react';
import type { PreviewedDocument } from './previewed-document.ts';
import type { ZoomAction } from './zoom-steps.ts';

/** The operations of a shown document of any kind. */
export interface ViewHandle {
  zoom(action: ZoomAction): void;
  /** Rotates it by 90 degrees, clockwise. */
  turn(): void;
  /**
   * Highlights a text wherever it occurs and goes to one match, from `page` on; `''` removes the highlights.
   */
  find(text: FindText, way: FindWay, page?: number): void;
}

/** A text as it is typed, or several words, each by itself and as a whole. */
export type FindText = string | readonly string[];

/** `typed`: the first match after the current position. */
export type FindWay = 'typed' | 'next' | 'previous';

/** The abilities of a shown document, in the order of its buttons. */
export type ViewAbility = 'zoom' | 'turn' | 'find';

/** The state that a shown document reports. */
export interface ViewState {
  abilities: readonly ViewAbility[];
  /** Of a document that has pages; the first is 1. */
  page?: { number: number; of: number };
  /** Percent of its natural size. */
  percent?: number;
  /** Matches of the search text; `at` is 0 while none is current. */
  found?: { at: number; of: number } | undefined;
  /** While nothing is found and pages remain: the number of pages searched. */
  searched?: { pages: number; of: number } | undefined;
}

/** The props of a shown document of any kind. */
export interface ViewProps {
  handle: RefObject<ViewHandle | null>;
  /** The scroll container of the document. */
  scroller: RefObject<HTMLDivElement | null>;
  onState: (state: ViewState) => void;
}

/** The props of a shown file that may turn out to be damaged. */
export interface FileViewProps extends ViewProps {
  previewed: PreviewedDocument;
  name: string;
  /** Shown for a document that cannot be displayed. */
  otherwise: ReactNode;
}

/** A document that is still opening, or that cannot be shown. */
export const notShown: ViewState = { abilities: [] };

/** Reports the state of a document whenever it changes, and that there is none on unmount. */
export function useReportState(onState: (state: ViewState) => void, state: ViewState): void {
  const report = useEffectEvent((isThere: boolean) => onState(isThere ? state : notShown));
  const text = JSON.stringify(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is reported whenever its text changes.
  useEffect(() => report(true), [text]);
  useEffect(() => () => report(false), []);
}
