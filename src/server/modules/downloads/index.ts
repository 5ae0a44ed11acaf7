export { checkCaptcha } from './check-captcha.ts';
export { downloadState } from './download-state.ts';
export { downloadsOf } from './downloads-of.ts';
export { type DownloadInput, grantDownload } from './grant-download.ts';
export { downloadJobs } from './jobs.ts';
export { itemImages, openPage } from './locked-pages.ts';
export { newCaptcha } from './new-captcha.ts';
export { type OpenFile, openDownload } from './open-download.ts';
export { captchaAfterDownloads, freeDownloadsPerDay } from './settings.ts';
