import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const backupHour = defineSetting('backup_hour', z.int().min(0).max(23).meta({ unit: '点' }).default(3), {
  group: '运维',
  title: '每天备份的钟点',
  about: '北京时间，0 至 23。只有设置了环境变量 BACKUP_DIR 才会自动备份；失败后每小时再试一次，直到成功。',
});

export const backupKeep = defineSetting('backup_keep', z.int().min(1).max(365).meta({ unit: '份' }).default(7), {
  group: '运维',
  title: '保留的备份份数',
  about: '每次备份成功后，更早的备份文件会被删除；手工改名的文件不会。',
});

export const rehearseDays = defineSetting('backup_rehearse_days', z.int().min(0).max(365).meta({ unit: '天' }).default(7), {
  group: '运维',
  title: '恢复演练的间隔天数',
  about: '自动备份成功后，距上次演练超过这个天数就把最新的备份恢复到临时数据库核对一遍；0 表示不自动演练。',
});
