import { trackADay, trackingJobs, trackMonths, visitMonths } from '../../modules/tracking/index.ts';
import type { Manifest } from '../manifest.ts';
import { trackingEndpoints, visitEndpoints } from './routes.ts';

/** What pages report of their readers, and what the console makes of it. */
export const trackingArea: Manifest = {
  name: 'tracking',
  endpoints: [...trackingEndpoints, ...visitEndpoints],
  jobs: trackingJobs,
  months: [visitMonths],
  settings: [trackMonths, trackADay],
};
