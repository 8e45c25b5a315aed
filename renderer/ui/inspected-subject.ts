import { createContext, createElement, type ReactNode, use, useMemo, useState } from 'react';
import type { StoredDocument } from '../../shared/model/document.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { listOf, type Route, useRoute } from './route.ts';

/** The subject of the inspector: a dispatch, and one of its documents if a document was selected. */
export interface Subject {
  connectionId: string;
  /** `''` if the document belongs to no dispatch. */
  number: string;
  rut: Rut;
  documentId?: string;
  /** The document from its list: one without a dispatch is loaded from nowhere else. */
  document?: StoredDocument;
  /** What the viewer looks for when it opens, and the page on which it begins. */
  find?: FindAtPage;
}

/** A text to look for, from a page on. */
export interface FindAtPage {
  text: string;
  /** The words of a hit, each marked by itself and as a whole, while the text is not changed. */
  words?: readonly string[];
  /** From 1; absent for a file without pages. */
  page?: number;
  /** Whether the page was recognised with little confidence. */
  isUnsure?: boolean;
}

/** The sequence that the viewer steps through. */
export type Preview = 'rows' | 'dispatch';

/** The inspector's setters; stable as long as the list is the same. */
interface Inspecting {
  /** Shows a subject of the visible list; what is shown stays where there is none. */
  inspect(subject: Subject | undefined): void;
  /** Shows nothing. */
  clear(): void;
  /** Shows a subject of the visible list if none is shown, or if it is a document of the shown dispatch. */
  propose(subject: Subject): void;
  /** Whether a subject is shown. */
  hasSubject: boolean;
  /** Whether the viewer is open, and its sequence: the rows of the list, or the documents of the dispatch. */
  preview: Preview | undefined;
  view(preview: Preview | undefined): void;
}

type InspectAt = (subject: Subject, route: Route) => void;

const SubjectContext = createContext<Subject | undefined>(undefined);
const InspectAtContext = createContext<InspectAt>(() => undefined);
const InspectingContext = createContext<Inspecting>({
  inspect: () => undefined,
  clear: () => undefined,
  propose: () => undefined,
  hasSubject: false,
  preview: undefined,
  view: () => undefined,
});

/** The current subject of the inspector. */
export function useSubject(): Subject | undefined {
  return use(SubjectContext);
}

/** The inspector's setters alone; their user does not re-render with every row. */
export function useInspecting(): Inspecting {
  return use(InspectingContext);
}

/** A function that shows a subject next to the list of a route being navigated to; stable. */
export function useInspectAt(): InspectAt {
  return use(InspectAtContext);
}

/** Holds the inspected subject of each list; it is restored when a person returns to that list. */
export function SubjectProvider({ children }: { children: ReactNode }) {
  const list = listOf(useRoute());
  const [subjects, setSubjects] = useState<Readonly<Record<string, Subject | undefined>>>({});
  const [previewed, setPreviewed] = useState<{ in: string; through: Preview }>();
  const subject = subjects[list];
  const hasSubject = subject !== undefined;
  const preview = previewed?.in === list ? previewed.through : undefined;
  const [inspectAt] = useState(
    (): InspectAt => (next, route) => {
      setSubjects((known) => ({ ...known, [listOf(route)]: next }));
    },
  );
  const inspecting = useMemo(
    (): Inspecting => ({
      inspect: (next) => next && setSubjects((known) => ({ ...known, [list]: next })),
      clear: () => setSubjects((known) => ({ ...known, [list]: undefined })),
      propose: (next) => setSubjects((known) => ({ ...known, [list]: narrower(known[list], next) })),
      hasSubject,
      preview,
      view: (through) => setPreviewed(through && { in: list, through }),
    }),
    [list, hasSubject, preview],
  );
  return createElement(
    InspectAtContext,
    { value: inspectAt },
    createElement(
      InspectingContext,
      { value: inspecting },
      createElement(SubjectContext, { value: subject }, children),
    ),
  );
}

/** The proposed subject in place of none, or of the dispatch alone that it is a document of. */
function narrower(shown: Subject | undefined, proposed: Subject): Subject {
  if (!shown) return proposed;
  const isOfShown = shown.connectionId === proposed.connectionId && shown.number === proposed.number;
  return isOfShown && shown.documentId === undefined ? proposed : shown;
}

/** The subject of a document. */
export function subjectOf(document: StoredDocument): Subject {
  const { connectionId, dispatchNumber, rut, id } = document;
  return { connectionId, number: dispatchNumber, rut, documentId: id, document };
}

/**
 * The subject of documents and payments: the first document, else the dispatch of the first payment;
 * undefined without either.
 */
export function subjectOfFirst({ documents, payments }: Carried): Subject | undefined {
  const [document] = documents;
  if (document) return { ...dispatchOf(document), documentId: document.documentId };
  const [payment] = payments;
  return payment && dispatchOf(payment);
}

type Dispatch = Pick<Subject, 'connectionId' | 'number' | 'rut'>;

interface Carried {
  documents: readonly (Dispatch & { documentId: string })[];
  payments: readonly Dispatch[];
}

/** The dispatch of a row. */
export function dispatchOf({ connectionId, number, rut }: Dispatch): Dispatch {
  return { connectionId, number, rut };
}
