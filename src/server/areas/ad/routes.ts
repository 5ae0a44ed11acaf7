import { adCalls } from '#contract/ad/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { adFilm, adState, beatAd, requestAd } from '../../modules/ads/index.ts';

/** Opening an item by an advertisement that a phone plays to the end. */
export const adEndpoints: Endpoint[] = [
  serve(adCalls.request, (ctx, { type, vid }) => requestAd(ctx, { item_id: vid, kind: type })),
  serve(adCalls.over, (ctx, { request_id }) => adState(ctx, request_id)),
  serve(adCalls.film, (ctx, { request_id }) => adFilm(ctx, request_id)),
  serve(adCalls.beat, (ctx, input) => beatAd(ctx, input)),
];
