import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { noInput, textField } from '../../http/fields.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { findSettingByKey, getSetting } from '../../modules/settings/index.ts';

export const siteEndpoints = [
  endpoint({
    method: 'GET',
    path: '/index/index/nowtime',
    summary: '服务器时间',
    tag: 'site',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ time: z.int().positive().describe('秒') }),
    handle: async (ctx) => ({ time: unixSeconds(ctx.app.clock.now()) }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/system/getsitebykey',
    summary: '读取一项公开的站点设置',
    tag: 'site',
    auth: 'none',
    input: z.object({ key: textField('设置项', 64, 1) }),
    output: z.strictObject({ key: z.string(), content: z.unknown() }),
    handle: async (ctx, { key }) => {
      const setting = findSettingByKey(key);
      if (!setting?.is_public) throw notFound('没有这项设置');
      return { key, content: await getSetting(ctx, setting) };
    },
  }),
];
