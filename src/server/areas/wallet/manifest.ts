import { walletJobs } from '../../modules/wallet/index.ts';
import type { Manifest } from '../manifest.ts';

export const walletArea: Manifest = { name: 'wallet', jobs: walletJobs };
