import { z } from 'zod';
import { defineSetting, fenSchema } from '../settings/index.ts';

export const orderTtl = defineSetting('order_ttl_min', z.int().min(1).max(1_440).meta({ unit: '分钟' }).default(15), {
  group: '交易',
  title: '订单有效时间',
  about: '未支付的订单在多少分钟后关闭。',
});

export const ownRefundDays = defineSetting('own_refund_days', z.int().min(0).max(365).meta({ unit: '天' }).default(7), {
  group: '交易',
  title: '自助退款期限',
  about: '支付后多少天内买家可以自己申请退款：尚未使用的自助退款，已使用的由审核台处理；0 表示不开放。',
});

export const ownRefundsMost = defineSetting('own_refunds_most', z.int().min(0).max(1_000).meta({ unit: '次' }).default(3), {
  group: '交易',
  title: '自助退款次数（30 天）',
  about: '一位买家 30 天内立即退回的订单达到此数后，之后的申请由审核台处理；0 表示每一笔都要审核。仅管理员可修改。',
  moves_money: true,
});

export const ownRefundUpTo = defineSetting('own_refund_up_to_fen', fenSchema(0, 1_000_000_000, 20_000), {
  group: '交易',
  title: '自助退款免审金额',
  about: '买家自助退款不超过此金额时立即原路退回；超过的由审核台处理，0 表示每一笔都要审核。仅管理员可修改。',
  moves_money: true,
});

export const bankAccount = defineSetting('bank_account', z.string().max(300).default(''), {
  group: '交易',
  title: '对公收款账户',
  about: '户名、开户行与账号，显示给选择对公转账的企业；留空则不提供对公转账。仅管理员可修改。',
  moves_money: true,
});

export const transferDays = defineSetting('transfer_days', z.int().min(1).max(30).meta({ unit: '天' }).default(7), {
  group: '交易',
  title: '对公转账期限',
  about: '选择对公转账的订单为企业保留多少天，到期未登记到账则关闭。',
});

/** One bound for whatever staff give out. */
export { confirmAbove as refundConfirmAbove } from '../countersign/index.ts';
