import { identityJobs } from '../../modules/identity/index.ts';
import type { Manifest } from '../manifest.ts';
import { identityEndpoints } from './routes.ts';

export const identityArea: Manifest = { name: 'identity', endpoints: identityEndpoints, jobs: identityJobs };
