import { z } from 'zod';
import { defineSetting } from '../../modules/settings/index.ts';

/** Where 发布资源 leads (K-411): suppliers may publish on a platform of the operator's. */
export const resourcePublishAddress = defineSetting(
  'resource_publish_address',
  z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || (URL.canParse(text) && /^https?:\/\//.test(text)), '请输入 http:// 或 https:// 开头的网址')
    .default(''),
  {
    group: '页面与联系方式',
    title: '发布资源的地址',
    about: '“发布资源”前往的外部平台网址；留空则使用本站自己的发布表单。修改已发布的资源总在本站。',
  },
);
