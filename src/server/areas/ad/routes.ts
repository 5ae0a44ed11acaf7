import { z } from 'zod';
import { AD_CALLS } from '#contract/ad.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { idField, wholeNumber } from '../../http/fields.ts';
import { adBeatOutput, adFilmOutput, adRequestOutput, adStateOutput } from '../../http/outputs/ad.ts';
import { adFilm, adState, beatAd, requestAd } from '../../modules/ads/index.ts';

const TAG = 'ad';
const requestField = z.string({ error: '广告编号无效' }).regex(/^[\w-]{32}$/, '广告编号无效');

/** Opening an item by an advertisement that a phone plays to the end. */
export const adEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: AD_CALLS.request,
    summary: '看广告解锁：vid 为内容编号，type 为其种类编号（0 或不填为任意）；qrcode 为手机打开的地址',
    tag: TAG,
    auth: 'user',
    limit: { points: 30, window_s: 60 },
    input: z.object({ type: wholeNumber('种类无效', 0, 999).default(0), vid: idField }),
    output: adRequestOutput,
    handle: (ctx, { type, vid }) => requestAd(ctx, { item_id: vid, kind: type }),
  }),
  endpoint({
    method: 'GET',
    path: AD_CALLS.over,
    summary: '广告是否已播放完成；status：1 未打开，2 播放中，3 已失效，4 已看完',
    tag: TAG,
    auth: 'user',
    input: z.object({ request_id: requestField }),
    output: adStateOutput,
    handle: (ctx, { request_id }) => adState(ctx, request_id),
  }),
  endpoint({
    method: 'GET',
    path: AD_CALLS.film,
    summary: '手机要播放的广告',
    tag: TAG,
    auth: 'none',
    input: z.object({ request_id: requestField }),
    output: adFilmOutput,
    handle: (ctx, { request_id }) => adFilm(ctx, request_id),
  }),
  endpoint({
    method: 'POST',
    path: AD_CALLS.beat,
    summary: '手机报告播放到的位置（毫秒）；时间由服务器计算，跳播不计',
    tag: TAG,
    auth: 'none',
    limit: { points: 240, window_s: 60 },
    input: z.object({ request_id: requestField, position_ms: wholeNumber('播放位置无效', 0, 86_400_000) }),
    output: adBeatOutput,
    handle: (ctx, input) => beatAd(ctx, input),
  }),
];
