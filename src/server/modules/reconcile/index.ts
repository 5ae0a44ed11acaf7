export { reconcileJobs } from './jobs.ts';
export { billRuns, type DayReconciled, noteDifference, openDifferences, reconcileDay, yesterday } from './reconcile-day.ts';
export { type DifferenceLine, differenceSource } from './repo.ts';
export { DIFFERENCES, type Difference, type DifferenceKind } from './rules.ts';
