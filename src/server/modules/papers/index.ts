export { paperJobs } from './jobs.ts';
export {
  askPaper,
  bringBack,
  type ClientPaper,
  clientPaper,
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
export { paperRows, templateRows, versionRows } from './repo.ts';
export { exportPaper, paperTemplate, setTemplate } from './template.ts';
