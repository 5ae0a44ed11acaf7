import type { Manifest } from '../manifest.ts';
import { reviewEndpoints } from './routes.ts';

export const reviewArea: Manifest = { name: 'review', endpoints: reviewEndpoints };
