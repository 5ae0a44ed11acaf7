import { demoWorld, seedJobs } from '../../seed/index.ts';
import type { Manifest } from '../manifest.ts';

export const demoArea: Manifest = { name: 'demo', jobs: seedJobs, settings: [demoWorld] };
