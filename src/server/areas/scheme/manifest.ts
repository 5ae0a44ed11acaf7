import { freeOrderSetting } from '../../modules/promotion/index.ts';
import type { Manifest } from '../manifest.ts';
import { schemeDetailEndpoints } from './detail-routes.ts';
import { freeOrderEndpoint } from './free-order.ts';
import { schemeEndpoints } from './routes.ts';

export const schemeArea: Manifest = {
  name: 'scheme',
  endpoints: [...schemeEndpoints, ...schemeDetailEndpoints, freeOrderEndpoint],
  settings: [freeOrderSetting],
};
