export { attachmentLink, type OpenAttachment, openAttachment } from './attachment-link.ts';
export { columnsOf } from './bulk/read-list.ts';
export { bulkReport, listBulk, runBulk } from './bulk/run-bulk.ts';
export { startBulk } from './bulk/start-bulk.ts';
export { draftVersion, draftVersions, versionPictures } from './drafts/draft-versions.ts';
export { syncPublicCopies } from './drafts/prepare-files.ts';
export { type DraftShown, draftPages, draftShown, openDraftCaptions, opensPreview, previewAddress } from './drafts/preview.ts';
export { discardChange, saveDraft } from './drafts/save-draft.ts';
export { deleteDraft, publishDue, restoreItem, scheduleItem, submitItem, takeDown } from './drafts/submit-item.ts';
export { publishingJobs } from './jobs.ts';
export { fileState, getOwnItem, listMine, ownOriginal, publishOptions } from './list-mine.ts';
export { filmsOf, type OpenFilm, openCaptions, openFilm } from './open-film.ts';
export { type PublishGate, registerPublishGate } from './publish-gate.ts';
export { renderFile } from './rendering/render-file.ts';
export { retryByStaff, retryFile } from './rendering/retry-file.ts';
export { renewWorks } from './renew-works.ts';
export { draftRows, fileRows } from './repo.ts';
export { heldPages, listHeld, reviewedWorks, workPages } from './review/reviewed-works.ts';
export {
  decideWork,
  hideUntilDecided,
  isHiddenUndecided,
  registerWhyNotAgain,
  showAgain,
  showByItself,
  takeDownByStaff,
  type WhyNotAgain,
  whyNotAgain,
  workReview,
} from './review/work-review.ts';
export { workReviewMode } from './settings.ts';
export {
  type Attachment,
  attachmentsOf,
  checksumOf,
  contentsOfItem,
  type FileUse,
  type OriginalFile,
  originalFile,
  originalFiles,
  registerFileUse,
  takeAttachments,
} from './stored-files.ts';
export { openPicture, ownPicturePng, putStaffPicture, setOwnPicture, signPages, takePicture, takePublicCopy } from './take-picture.ts';
export { tellVersions } from './tell-versions.ts';
export { cleanFiles, cleanUploads, dropUnboughtVersions } from './uploading/clean-files.ts';
export { dropUploads, openUpload, type UploadedPicture, uploadedPicture } from './uploading/open-upload.ts';
export { nextPart, receivePart, uploadState } from './uploading/receive-part.ts';
export { type RenderedOriginal, storeDrawn, storeFilm, storeOriginal, storeRendered } from './uploading/store-rendered.ts';
export { changedPages } from './version-pages.ts';
