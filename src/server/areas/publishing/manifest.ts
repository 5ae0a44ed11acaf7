import { publishingJobs, syncPublicCopies, versionPictures, workReview, workReviewMode } from '../../modules/publishing/index.ts';
import type { Manifest } from '../manifest.ts';
import { manyWorksEndpoints } from './many-works-routes.ts';
import { publishingEndpoints } from './routes.ts';
import { publishingToday } from './today.ts';
import { uploadEndpoints } from './upload-routes.ts';

export const publishingArea: Manifest = {
  name: 'publishing',
  endpoints: [...uploadEndpoints, ...publishingEndpoints, ...manyWorksEndpoints],
  jobs: publishingJobs,
  settings: [workReviewMode],
  reviewables: [workReview],
  file_uses: [versionPictures],
  today: publishingToday,
  // makes up for a process that died between commit and copying
  on: (_app, ctx) => ({ 'item.changed': [({ item_id }) => syncPublicCopies(ctx, item_id)] }),
};
