import { grantRows } from '../../modules/access/index.ts';
import { captchaJobs } from '../../modules/captcha/index.ts';
import { captchaAfterDownloads, downloadRows, freeDownloadsPerDay } from '../../modules/downloads/index.ts';
import type { Manifest } from '../manifest.ts';
import { downloadEndpoints } from './routes.ts';

export const downloadsArea: Manifest = {
  name: 'downloads',
  endpoints: downloadEndpoints,
  jobs: captchaJobs,
  settings: [freeDownloadsPerDay, captchaAfterDownloads],
  personal: { files: { 已获得的内容: grantRows, 下载记录: downloadRows } },
};
