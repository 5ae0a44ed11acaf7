export {
  captchaAfterDownloads,
  downloadState,
  downloadsOf,
  freeDownloadsPerDay,
  type OwnVersion,
  ownVersions,
  takenBy,
} from './download-state.ts';
export { type DownloadInput, grantDownload } from './grant-download.ts';
export { itemImages, type OpenFile, openDownload, openPage } from './locked-pages.ts';
export { albumKeyOf, albumOf, albumPictures, grantOriginal, hasAlbum, openOriginal } from './originals.ts';
export { downloadRows } from './repo.ts';
