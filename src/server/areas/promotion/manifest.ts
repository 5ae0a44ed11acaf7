import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { noteNewReader, outsideLinks, popupSetting } from '../../modules/promotion/index.ts';
import type { Manifest } from '../manifest.ts';
import { hubEndpoints, promotionEndpoints } from './routes.ts';
import { announcementList, bannerList } from './staff-list.ts';

/** Banners, pop-ups and gifts on our own pages, and what readers see. */
export const promotionArea: Manifest = {
  name: 'promotion',
  endpoints: [...promotionEndpoints, ...hubEndpoints],
  settings: [outsideLinks, popupSetting],
  staff_lists: [bannerList, announcementList],
  welcomes: [noteNewReader],
  on: (app) => ({
    'banner.changed': [() => purgeTags(app, [pageTags.banners, pageTags.frame])],
  }),
};
