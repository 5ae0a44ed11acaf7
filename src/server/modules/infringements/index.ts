export { infringementReview, liftMeasure, whyHeld } from './judge.ts';
export {
  counterNotice,
  endMeasures,
  fileNotice,
  forgetNotices,
  infringementJobs,
  noticeOf,
  ownNotices,
  sayWord,
  withdrawNotice,
} from './notices.ts';
export { countWaitingFor, type InfringementLine, infringementSource, isHeld, namedFiles, receivedRows, sentRows } from './repo.ts';
