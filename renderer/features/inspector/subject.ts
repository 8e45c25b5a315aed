import { createContext, createElement, type ReactNode, use, useMemo, useRef, useState } from 'react';
import type { KeptDocument } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';

/** What the inspector shows: a dispatch, and one of its documents when a document is what was chosen. */
export interface Subject {
  connectionId: string;
  /** `''` when the document belongs to no dispatch. */
  number: string;
  rut: Rut;
  documentId?: string;
  /** That document as its list has it: one that belongs to no dispatch is known from nowhere else. */
  document?: KeptDocument;
}

/** What is done with what the inspector shows: the same functions as long as the window is there. */
interface Inspecting {
  inspect(subject: Subject | undefined): void;
  /** Whether the chosen document's paper is shown too. */
  isPreviewing: boolean;
  preview(isPreviewing: boolean): void;
  /** Another result is looked at: what was inspected of the one before is put away. */
  openResult(resultSetId: string): void;
}

const SubjectContext = createContext<Subject | undefined>(undefined);
const InspectingContext = createContext<Inspecting>({
  inspect: () => undefined,
  isPreviewing: false,
  preview: () => undefined,
  openResult: () => undefined,
});

/** What the inspector shows now. */
export function useSubject(): Subject | undefined {
  return use(SubjectContext);
}

/** The ways to show something else in the inspector; who asks for them alone is not drawn anew with every row. */
export function useInspecting(): Inspecting {
  return use(InspectingContext);
}

/** Keeps what is inspected for everything inside. */
export function SubjectProvider({ children }: { children: ReactNode }) {
  const [subject, inspect] = useState<Subject>();
  const [isPreviewing, preview] = useState(false);
  const resultSet = useRef('');
  const inspecting = useMemo(
    () => ({
      inspect,
      isPreviewing,
      preview,
      openResult(resultSetId: string) {
        if (resultSet.current === resultSetId) return;
        resultSet.current = resultSetId;
        inspect(undefined);
        preview(false);
      },
    }),
    [isPreviewing],
  );
  return createElement(
    InspectingContext,
    { value: inspecting },
    createElement(SubjectContext, { value: subject }, children),
  );
}

/** What to inspect of a document. */
export function subjectOf(document: KeptDocument): Subject {
  const { connectionId, dispatchNumber, rut, id } = document;
  return { connectionId, number: dispatchNumber, rut, documentId: id, document };
}

/** What to inspect of what papers and payments carry: its first paper, else the dispatch of its first payment; nothing where there is neither. */
export function subjectOfFirst({ papers, payments }: Carried): Subject | undefined {
  const [paper] = papers;
  if (paper) return { ...dispatchOf(paper), documentId: paper.documentId };
  const [payment] = payments;
  return payment && dispatchOf(payment);
}

type Place = Pick<Subject, 'connectionId' | 'number' | 'rut'>;

interface Carried {
  papers: readonly (Place & { documentId: string })[];
  payments: readonly Place[];
}

function dispatchOf({ connectionId, number, rut }: Place): Place {
  return { connectionId, number, rut };
}
