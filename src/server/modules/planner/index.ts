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
export { calendarFeed, calendarOf, endFeed, plannerJobs, remindDue, renewFeed } from './feed.ts';
