import type { Manifest } from '../manifest.ts';
import { schemeDetailEndpoints } from './detail-routes.ts';
import { schemeEndpoints } from './routes.ts';

export const schemeArea: Manifest = { name: 'scheme', endpoints: [...schemeEndpoints, ...schemeDetailEndpoints] };
