import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, wholeNumber } from '#contract/input-fields.ts';
import { adBeatOutput, adFilmOutput, adRequestOutput, adStateOutput } from '#contract/outputs/ad.ts';

const call = callsOf('ad');
const requestField = z.string({ error: '广告编号无效' }).regex(/^[\w-]{32}$/, '广告编号无效');

export const adCalls = {
  request: call('GET', '/ad/AdProfit/generateQrCode', {
    summary: '看广告解锁：vid 为内容编号，type 为其种类编号（0 或不填为任意）；qrcode 为手机打开的地址',
    limit: { points: 30, window_s: 60 },
    owned: { vid: 'work' },
    input: z.object({ type: wholeNumber('种类无效', 0, 999).default(0), vid: idField }),
    output: adRequestOutput,
  }),
  over: call('GET', '/ad/AdProfit/checkHasOver', {
    summary: '广告是否已播放完成；status：1 未打开，2 播放中，3 已失效，4 已看完',
    owned: { request_id: 'ad_request' },
    input: z.object({ request_id: requestField }),
    output: adStateOutput,
  }),
  film: call('GET', '/ad/AdProfit/film', {
    summary: '手机要播放的广告',
    auth: 'none',
    open: { request_id: 'ad_request' },
    input: z.object({ request_id: requestField }),
    output: adFilmOutput,
  }),
  beat: call('POST', '/ad/AdProfit/beat', {
    summary: '手机报告播放到的位置（毫秒）；时间由服务器计算，跳播不计',
    auth: 'none',
    limit: { points: 240, window_s: 60 },
    open: { request_id: 'shown' },
    input: z.object({ request_id: requestField, position_ms: wholeNumber('播放位置无效', 0, 86_400_000) }),
    output: adBeatOutput,
  }),
};
