/** What the screen of employees hands to its store. */
export {
  answer,
  fetchActs,
  fetchStaff,
  invite,
  leave,
  remove,
  setRights,
} from './employees.api.ts';
