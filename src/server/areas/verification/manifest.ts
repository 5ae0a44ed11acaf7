import { companyReview, idPictureDays, realnameMode, realnameReview, verificationJobs } from '../../modules/verification/index.ts';
import type { Manifest } from '../manifest.ts';
import { verificationEndpoints } from './routes.ts';
import { verificationToday } from './today.ts';

/** People and enterprises prove who they are. */
export const verificationArea: Manifest = {
  name: 'verification',
  endpoints: verificationEndpoints,
  jobs: verificationJobs,
  settings: [realnameMode, idPictureDays],
  reviewables: [realnameReview, companyReview],
  today: verificationToday,
};
