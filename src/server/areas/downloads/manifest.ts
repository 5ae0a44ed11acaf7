import { captchaJobs } from '../../modules/captcha/index.ts';
import { captchaAfterDownloads, freeDownloadsPerDay } from '../../modules/downloads/index.ts';
import type { Manifest } from '../manifest.ts';
import { downloadEndpoints } from './routes.ts';

export const downloadsArea: Manifest = {
  name: 'downloads',
  endpoints: downloadEndpoints,
  jobs: captchaJobs,
  settings: [freeDownloadsPerDay, captchaAfterDownloads],
};
