import { triesEveryCall } from '../support/hostile-calls.ts';

// A sample of what calls.slow.test.ts tries.
triesEveryCall(20);
