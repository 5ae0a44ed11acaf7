export { coinPacks, coinSubject, topUp } from './coin-subject.ts';
