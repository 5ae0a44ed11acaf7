import { backupHour, backupKeep, operationsJobs, rehearseDays } from '../../modules/operations/index.ts';
import type { Manifest } from '../manifest.ts';
import { operationsEndpoints } from './routes.ts';

/** What operators watch: processes, disks, certificate, backups and their rehearsals. */
export const operationsArea: Manifest = {
  name: 'operations',
  endpoints: operationsEndpoints,
  jobs: operationsJobs,
  settings: [backupHour, backupKeep, rehearseDays],
};
