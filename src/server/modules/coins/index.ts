export { coinPacks, coinSubject } from './coin-subject.ts';
export { topUp } from './top-up.ts';
