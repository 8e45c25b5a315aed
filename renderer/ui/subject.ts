import { createContext, createElement, type ReactNode, use, useMemo, useState } from 'react';
import type { StoredDocument } from '../../shared/model/document.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { listOf, type Route, useRoute } from './route.ts';

/** What the inspector shows: a dispatch, and one of its documents when a document is what was selected. */
export interface Subject {
  connectionId: string;
  /** `''` when the document belongs to no dispatch. */
  number: string;
  rut: Rut;
  documentId?: string;
  /** That document as its list has it: one that belongs to no dispatch is known from nowhere else. */
  document?: StoredDocument;
}

/** What the viewer goes through. */
export type Preview = 'rows' | 'dispatch';

/** What is done with what the inspector shows: the same functions as long as the list is the same. */
interface Inspecting {
  /** Shows a subject beside the list on screen. */
  inspect(subject: Subject | undefined): void;
  /** Shows a subject beside the list on screen where nothing else is shown. */
  propose(subject: Subject): void;
  /**
   * Whether the viewer shows the document, and through what it goes on: the rows of the list, or the
   * documents of the dispatch.
   */
  preview: Preview | undefined;
  view(preview: Preview | undefined): void;
}

type InspectAt = (subject: Subject, route: Route) => void;

const SubjectContext = createContext<Subject | undefined>(undefined);
const InspectAtContext = createContext<InspectAt>(() => undefined);
const InspectingContext = createContext<Inspecting>({
  inspect: () => undefined,
  propose: () => undefined,
  preview: undefined,
  view: () => undefined,
});

/** What the inspector shows now. */
export function useSubject(): Subject | undefined {
  return use(SubjectContext);
}

/**
 * The ways to show something else in the inspector; who asks for them alone is not drawn anew with every row.
 */
export function useInspecting(): Inspecting {
  return use(InspectingContext);
}

/**
 * The way to show something beside the list of a route to which the person is on the way; the same function
 * always.
 */
export function useInspectAt(): InspectAt {
  return use(InspectAtContext);
}

/**
 * Keeps what is inspected for everything inside: of each list its own, which is there again when a person
 * comes back to that list.
 */
export function SubjectProvider({ children }: { children: ReactNode }) {
  const list = listOf(useRoute());
  const [subjects, setSubjects] = useState<Readonly<Record<string, Subject | undefined>>>({});
  const [previewed, setPreviewed] = useState<{ in: string; through: Preview }>();
  const subject = subjects[list];
  const preview = previewed?.in === list ? previewed.through : undefined;
  const [inspectAt] = useState(
    (): InspectAt => (next, route) => {
      setSubjects((known) => ({ ...known, [listOf(route)]: next }));
    },
  );
  const inspecting = useMemo(
    (): Inspecting => ({
      inspect: (next) => setSubjects((known) => ({ ...known, [list]: next })),
      propose: (next) => setSubjects((known) => ({ ...known, [list]: known[list] ?? next })),
      preview,
      view: (through) => setPreviewed(through && { in: list, through }),
    }),
    [list, preview],
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

/** What to inspect of a document. */
export function subjectOf(document: StoredDocument): Subject {
  const { connectionId, dispatchNumber, rut, id } = document;
  return { connectionId, number: dispatchNumber, rut, documentId: id, document };
}

/**
 * What to inspect of what documents and payments carry: its first document, else the dispatch of its first
 * payment; nothing where there is neither.
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

function dispatchOf({ connectionId, number, rut }: Dispatch): Dispatch {
  return { connectionId, number, rut };
}
