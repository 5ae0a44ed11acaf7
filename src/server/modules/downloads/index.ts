export { downloadState, downloadsOf } from './download-state.ts';
export { type OwnVersion, ownVersions } from './given-version.ts';
export { type DownloadInput, grantDownload } from './grant-download.ts';
export { itemImages, openPage } from './locked-pages.ts';
export { type OpenFile, openDownload } from './open-download.ts';
export { albumKeyOf, albumOf, albumPictures, grantOriginal, hasAlbum, openOriginal } from './originals.ts';
export { downloadRows } from './repo.ts';
export { captchaAfterDownloads, freeDownloadsPerDay } from './settings.ts';
