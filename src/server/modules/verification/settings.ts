import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const realnameMode = defineSetting('realname_mode', z.enum(['auto', 'staff']).default('auto'), {
  title: '实名认证方式',
  about: 'auto：姓名与号码经核验服务一致即通过，查无记录或服务无应答时转人工；staff：全部由审核员决定。',
});

export const idPictureDays = defineSetting('id_picture_days', z.int().min(0).max(180).default(30), {
  title: '身份证照片保留天数',
  about: '认证有结果之后，身份证照片再保留多少天即删除；未通过的同样计算。',
});
