import { triesEveryCall } from '../support/hostile-calls.ts';
import { propertyRuns } from '../support/properties.ts';

triesEveryCall(propertyRuns);
