import { freeOrderSetting } from '../../modules/promotion/index.ts';
import type { Manifest } from '../manifest.ts';
import { freeOrderEndpoint, schemeDetailEndpoints, schemeEndpoints } from './routes.ts';

export const schemeArea: Manifest = {
  name: 'scheme',
  endpoints: [...schemeEndpoints, ...schemeDetailEndpoints, freeOrderEndpoint],
  settings: [freeOrderSetting],
};
