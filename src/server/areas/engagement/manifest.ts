import { feedbackReview, reportHideScore, reportReview } from '../../modules/engagement/index.ts';
import type { Manifest } from '../manifest.ts';
import { engagementEndpoints } from './routes.ts';

export const engagementArea: Manifest = {
  name: 'engagement',
  endpoints: engagementEndpoints,
  settings: [reportHideScore],
  reviewables: [reportReview, feedbackReview],
};
