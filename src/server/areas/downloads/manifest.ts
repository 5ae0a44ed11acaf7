import { captchaAfterDownloads, downloadJobs, freeDownloadsPerDay } from '../../modules/downloads/index.ts';
import type { Manifest } from '../manifest.ts';
import { downloadEndpoints } from './routes.ts';

export const downloadsArea: Manifest = {
  name: 'downloads',
  endpoints: downloadEndpoints,
  jobs: downloadJobs,
  settings: [freeDownloadsPerDay, captchaAfterDownloads],
};
