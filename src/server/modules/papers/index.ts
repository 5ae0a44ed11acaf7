export { paperJobs } from './jobs.ts';
export {
  askPaper,
  bringBack,
  forgetPapers,
  makePaper,
  ownPaper,
  ownPapers,
  paperVersion,
  paperVersions,
  purgePapers,
  removePaper,
  renamePaper,
  restorePaper,
  savePaper,
} from './own-papers.ts';
export { paperRows, versionRows } from './repo.ts';
