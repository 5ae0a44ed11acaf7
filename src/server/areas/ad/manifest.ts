import { adCalls } from '#contract/ad/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import {
  adFilm,
  adFilms,
  adMembersOnly,
  adPictureSeconds,
  adPriceMost,
  adState,
  adsADay,
  adViewRows,
  beatAd,
  requestAd,
} from '../../modules/ads/index.ts';
import type { Manifest } from '../manifest.ts';
import { adViewList } from './view-list.ts';

/** Opening an item by an advertisement that a phone plays to the end. */
const adEndpoints: Endpoint[] = [
  serve(adCalls.request, (ctx, { type, vid }) => requestAd(ctx, { item_id: vid, kind: type })),
  serve(adCalls.over, (ctx, { request_id }) => adState(ctx, request_id)),
  serve(adCalls.film, (ctx, { request_id }) => adFilm(ctx, request_id)),
  serve(adCalls.beat, (ctx, input) => beatAd(ctx, input)),
];

export const adArea: Manifest = {
  name: 'ad',
  endpoints: adEndpoints,
  settings: [adFilms, adPictureSeconds, adPriceMost, adMembersOnly, adsADay],
  staff_lists: [adViewList],
  personal: { files: { 看广告获得的内容: adViewRows } },
};
