import type { SearchProgress } from '../../../shared/model/search.ts';

/** A search that has ended with all of its answer. */
export function doneProgress(resultSetId: string): SearchProgress {
  return {
    resultSetId,
    state: 'done',
    tasksDone: 1,
    tasksAnswered: 1,
    tasksTotal: 1,
    documents: 2,
    requests: 1,
    requestedTypes: [],
    problems: [],
    problemsTotal: 0,
    notThere: 0,
    unknownClients: 0,
    mayBeTruncated: false,
    asOf: '',
  };
}
