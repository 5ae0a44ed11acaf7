export { coinSubject } from './coin-subject.ts';
export { coinPacks, FEN_PER_COIN } from './settings.ts';
export { topUp } from './top-up.ts';
