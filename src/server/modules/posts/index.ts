export { formTerms, showState } from './item-state.ts';
export { Posts, type Sent } from './posts.ts';
export { rowsOf, staffLines } from './repo.ts';
