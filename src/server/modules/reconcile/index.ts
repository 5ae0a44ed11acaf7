export { billRuns, billsOfDays, type DayReconciled, noteDifference, reconcileDay, reconcileJobs, yesterday } from './reconcile-day.ts';
export { type DifferenceLine, differenceSource } from './repo.ts';
export { DIFFERENCES, type Difference, type DifferenceKind } from './rules.ts';
