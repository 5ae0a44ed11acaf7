import { z } from 'zod';
import { defineSetting, fenSchema } from '../settings/index.ts';

export const poolShare = defineSetting('member_pool_share_bp', z.int().min(0).max(8_000).meta({ unit: '‱' }).default(2_000), {
  group: '交易',
  title: '会员收入分给发布者的比例',
  about: '每月会员收入（扣除退款）中按会员读者分给发布者的部分，万分之几；0 为不分，发布表单会写明。',
  moves_money: true,
});

export const poolReaderMost = defineSetting('member_pool_reader_most_fen', fenSchema(1, 100_000, 1_000), {
  group: '交易',
  title: '一位会员读者每月最多分出的金额',
  about: '会员读者少的月份，每位读者带来的分成不超过这个金额，其余归平台。',
  moves_money: true,
});
