export {
  type EntryInput,
  forgetPlanner,
  plannerEntries,
  registerWorkbench,
  removeEntry,
  saveEntry,
  setEntryDone,
  type WorkbenchSource,
  workbenchOf,
} from './entries.ts';
export { calendarFeed, calendarOf, endFeed, renewFeed } from './feed.ts';
export { plannerJobs, remindDue } from './remind.ts';
