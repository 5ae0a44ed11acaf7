import type { Manifest } from '../manifest.ts';
import { centerEndpoints } from './routes.ts';

/** What a reader has of their own: library, marks, footprints, wallet, coupons, sales. */
export const centerArea: Manifest = { name: 'center', endpoints: centerEndpoints };
