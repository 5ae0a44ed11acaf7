import { once } from '../../modules/privacy/index.ts';
import {
  companyReview,
  forgetVerification,
  idPictureDays,
  ownCompany,
  ownRealname,
  realnameMode,
  realnameReview,
  verificationJobs,
} from '../../modules/verification/index.ts';
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
  personal: {
    files: {
      实名认证: once(async (ctx) => [await ownRealname(ctx)].filter(({ status }) => status !== 'none')),
      企业认证: once(async (ctx) => [await ownCompany(ctx)].filter(({ status }) => status !== 'none')),
    },
    forget: [forgetVerification],
  },
};
