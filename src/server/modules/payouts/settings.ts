import { z } from 'zod';
import { defineSetting, fenSchema } from '../settings/index.ts';

export const withdrawalOpen = defineSetting('withdrawal_open', z.boolean().default(true), {
  group: '交易',
  title: '开放提现',
  about: '关闭后不再接受新的提现申请，已提交的继续处理。',
  moves_money: true,
});

export const withdrawalMinimum = defineSetting('withdrawal_min_fen', fenSchema(100, 10_000_000, 10_000), {
  group: '交易',
  title: '最低提现金额',
  about: '每次申请的最低金额。',
  moves_money: true,
});

export const withdrawalTaxNote = defineSetting(
  'withdrawal_tax_note',
  z.string().trim().max(200).default('提现所得属于个人劳务收入，平台按申请金额全额打款、不代扣税费，请您按税法规定自行申报。'),
  { group: '交易', title: '提现的税务说明', about: '显示在提现申请旁；留空则不显示。' },
);

export const withdrawalIdentityFrom = defineSetting('withdrawal_identity_from_fen', fenSchema(0, 1_000_000_000, 80_000), {
  group: '交易',
  title: '提现需要认证的月累计金额',
  about: '本月提现累计达到这个金额时，申请人须通过实名认证（或企业认证），收款人须是认证的本人或企业；0 为每次都需要。',
  moves_money: true,
});
