import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const realnameMode = defineSetting(
  'realname_mode',
  z
    .enum(['auto', 'staff'])
    .meta({ labels: { auto: '服务核验', staff: '人工审核' } })
    .default('auto'),
  {
    group: '审核与安全',
    title: '实名认证方式',
    about: '服务核验：姓名与号码一致即通过，查无记录或服务无应答时转人工；人工审核：全部由审核员决定。',
  },
);

export const idPictureDays = defineSetting('id_picture_days', z.int().min(0).max(180).meta({ unit: '天' }).default(30), {
  group: '审核与安全',
  title: '身份证照片保留天数',
  about: '认证有结果之后，身份证照片再保留多少天即删除；未通过的同样计算。',
});
