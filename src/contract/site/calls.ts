import { z } from 'zod';
import { call } from '#contract/call.ts';
import { noInput, textField } from '#contract/input-fields.ts';

export const siteCalls = {
  nowtime: call({
    method: 'GET',
    path: '/index/index/nowtime',
    summary: '服务器时间',
    tag: 'site',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ time: z.int().positive().describe('秒') }),
  }),
  getsitebykey: call({
    method: 'GET',
    path: '/api/system/getsitebykey',
    summary: '读取一项公开的站点设置',
    tag: 'site',
    auth: 'none',
    input: z.object({ key: textField('设置项', 64, 1) }),
    output: z.strictObject({ key: z.string(), content: z.unknown() }),
  }),
};
