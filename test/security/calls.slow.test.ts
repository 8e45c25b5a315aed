import { triesEveryCall } from '../support/faults/hostile-calls.ts';
import { propertyRuns } from '../support/properties.ts';

triesEveryCall(propertyRuns);
