import { z } from 'zod';
import { call } from '#contract/call.ts';
import { noInput } from '#contract/input-fields.ts';
import { captchaOutput } from '#contract/outputs/download.ts';

export const downloadsCalls = {
  captcha: call({
    method: 'GET',
    path: '/api/tools/captcha',
    summary: '图形验证码',
    tag: 'download',
    auth: 'optional',
    input: noInput,
    limit: { points: 30, window_s: 60 },
    output: z.strictObject({ captcha: captchaOutput }),
  }),
  download__signed: call({
    method: 'GET',
    path: '/download/:signed',
    summary: '签名链接下载原文件，支持 Range：十分钟内持有链接即可下载，无需登录；以其他账号登录时拒绝，退款或失去权限后立即失效',
    tag: 'download',
    auth: 'optional',
    input: noInput,
    answers: 'application/octet-stream',
  }),
  original__signed: call({
    method: 'GET',
    path: '/download/original/:signed',
    summary: '签名链接下载图片原图或全部原图（ZIP），支持 Range 续传：退款或失去权限后立即失效',
    tag: 'download',
    auth: 'optional',
    input: noInput,
    answers: 'application/octet-stream',
  }),
  page__signed: call({
    method: 'GET',
    path: '/scheme/page/:signed',
    summary: '签名链接查看未公开页的图片：约十分钟内持有链接即可查看，无需登录；以其他账号登录时拒绝，退款或失去权限后立即失效',
    tag: 'download',
    auth: 'optional',
    input: noInput,
    answers: 'image/webp',
  }),
};
