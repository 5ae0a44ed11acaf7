import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, textField } from '#contract/input-fields.ts';
import { captchaOutput, downloadAnswerOutput, downloadStateOutput } from '#contract/outputs/download.ts';

const call = callsOf('download');

/** Whether and how a file is had, of one kind or of all; `of`: what the id names. */
export const linkStateCall = <const P extends string>(path: P, of: string) =>
  call('GET', path, {
    summary: '是否可以下载，以及还差什么；不占用任何次数',
    auth: 'optional',
    owned: { id: of },
    input: z.object({ id: idField }),
    output: downloadStateOutput,
  });

export const linkCall = <const P extends string>(path: P, of: string) =>
  call('POST', path, {
    summary: '申请下载链接：status 1 为加密链接，3 为今日免费次数用完，4 为需要验证码',
    owned: { id: of },
    input: z.object({ id: idField, key: textField('验证码编号', 64).optional(), captcha: textField('验证码', 16).optional() }),
    limit: { points: 120, window_s: 60 },
    output: downloadAnswerOutput,
  });

/** The specification's GET that takes: the same day again it is the same download, so repeating it costs nothing. */
export const takingCall = <const P extends string>(path: P, id_name: string, of: string) =>
  call('GET', path, {
    summary: '申请下载链接，同一天重复申请只算一次：status 1 为加密链接，3 为今日免费次数用完，4 为需要验证码',
    owned: { [id_name]: of },
    input: z.object({ [id_name]: idField }),
    output: downloadAnswerOutput,
    limit: { points: 120, window_s: 60 },
  });

export const downloadsCalls = {
  captcha: call('GET', '/api/tools/captcha', {
    summary: '图形验证码',
    auth: 'optional',
    limit: { points: 30, window_s: 60 },
    output: z.strictObject({ captcha: captchaOutput }),
  }),
  file: call('GET', '/download/:signed', {
    summary: '签名链接下载原文件，支持 Range：十分钟内持有链接即可下载，无需登录；以其他账号登录时拒绝，退款或失去权限后立即失效',
    auth: 'optional',
    lenient: true,
    owned: { signed: 'link' },
    answers: 'application/octet-stream',
  }),
  original: call('GET', '/download/original/:signed', {
    summary: '签名链接下载图片原图或全部原图（ZIP），支持 Range 续传：退款或失去权限后立即失效',
    auth: 'optional',
    lenient: true,
    owned: { signed: 'link' },
    answers: 'application/octet-stream',
  }),
  page: call('GET', '/scheme/page/:signed', {
    summary: '签名链接查看未公开页的图片：约十分钟内持有链接即可查看，无需登录；以其他账号登录时拒绝，退款或失去权限后立即失效',
    auth: 'optional',
    lenient: true,
    owned: { signed: 'link' },
    answers: 'image/webp',
  }),
};
