export { reconcileJobs } from './jobs.ts';
export { billRuns, noteDifference, openDifferences } from './note-difference.ts';
export { type DayReconciled, reconcileDay, yesterday } from './reconcile-day.ts';
export { type DifferenceLine, differenceSource } from './repo.ts';
export { DIFFERENCES, type Difference, type DifferenceKind } from './rules.ts';
