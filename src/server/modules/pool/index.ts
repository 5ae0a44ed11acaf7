export { noteMemberRead, poolJobs, poolStatement, sharePool } from './pool.ts';
export { type PoolLine, poolReadRows, poolShareRows, poolSource } from './repo.ts';
export { poolReaderMost, poolShare } from './settings.ts';
