import { adFilms, adMembersOnly, adPictureSeconds, adPriceMost, adsADay, adViewRows } from '../../modules/ads/index.ts';
import type { Manifest } from '../manifest.ts';
import { adEndpoints } from './routes.ts';
import { adViewList } from './view-list.ts';

export const adArea: Manifest = {
  name: 'ad',
  endpoints: adEndpoints,
  settings: [adFilms, adPictureSeconds, adPriceMost, adMembersOnly, adsADay],
  staff_lists: [adViewList],
  personal: { files: { 看广告获得的内容: adViewRows } },
};
