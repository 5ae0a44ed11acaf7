export { coinSubject } from './coin-subject.ts';
export { coinPacks } from './settings.ts';
export { topUp } from './top-up.ts';
