import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { textField } from '#contract/input-fields.ts';

const call = callsOf('site');

export const siteCalls = {
  nowtime: call('GET', '/index/index/nowtime', {
    summary: '服务器时间',
    auth: 'none',
    output: z.strictObject({ time: z.int().positive().describe('秒') }),
  }),
  getsitebykey: call('GET', '/api/system/getsitebykey', {
    summary: '读取一项公开的站点设置',
    auth: 'none',
    input: z.object({ key: textField('设置项', 64, 1) }),
    output: z.strictObject({ key: z.string(), content: z.unknown() }),
  }),
};
