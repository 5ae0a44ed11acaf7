export { type EntryInput, forgetPlanner, plannerEntries, removeEntry, saveEntry, setEntryDone } from './entries.ts';
export { calendarFeed, calendarOf, endFeed, renewFeed } from './feed.ts';
export { plannerJobs, remindDue } from './remind.ts';
export { registerWorkbench, type WorkbenchSource, workbenchOf } from './workbench.ts';
