import { triesEveryCall } from '../support/faults/hostile-calls.ts';

// A sample of what calls.slow.test.ts tries.
triesEveryCall(20);
