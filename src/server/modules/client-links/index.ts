export { clientLinkJobs } from './jobs.ts';
export { ownLinks, ownViews, talkLink } from './list-links.ts';
export { pagesToShow } from './may-show.ts';
export { lookOneself, looksOn, type Met, meetLink, openLink, shownPage } from './open-link.ts';
export { type LinkLine, linkRows, linkSource, viewRows } from './repo.ts';
export { forgetLinks, type LinkText, revokeLink, saveLink, shareTalk, stopLink } from './save-link.ts';
