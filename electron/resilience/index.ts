export { type Attempts, attemptsOfRound, keptError, untried, waitOf } from './attempts.ts';
export { answersInTime, type Breaker, type BreakerState, createBreaker, NotAsked } from './breaker.ts';
