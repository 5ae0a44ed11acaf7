import { z } from 'zod';
import { bracketsOf, TAX_MODES } from '#contract/tax.ts';
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

export const withdrawalTaxNote = defineSetting('withdrawal_tax_note', z.string().trim().max(200).default(''), {
  group: '交易',
  title: '提现的说明',
  about: '显示在提现申请旁；留空则不显示。',
});

export const withdrawalIdentityFrom = defineSetting('withdrawal_identity_from_fen', fenSchema(0, 1_000_000_000, 80_000), {
  group: '交易',
  title: '提现需要认证的月累计金额',
  about: '本月提现累计达到这个金额时，申请人须通过实名认证（或企业认证），收款人须是认证的本人或企业；0 为每次都需要。',
  moves_money: true,
});

export const taxMode = defineSetting('withdrawal_tax', z.enum(['none', 'report', 'withhold']).meta({ labels: TAX_MODES }).default('none'), {
  group: '交易',
  title: '提现的个人所得税',
  about:
    '只申报：按季导出收入清单；代扣代缴：个人提现时按下面的规则代扣，打款金额为扣税后的余额。企业认证的账号不代扣。启用前请财务核对规则。',
  moves_money: true,
});

export const taxBase = defineSetting(
  'withdrawal_tax_base',
  z
    .object({
      cost_percent: z.int().min(0).max(99).meta({ title: '费用扣除（%）' }),
      free_month: z.int().min(0).max(100_000).meta({ title: '每月减除费用（元）' }),
    })
    .default({ cost_percent: 20, free_month: 5_000 }),
  {
    group: '交易',
    title: '个人所得税的扣除',
    about: '累计预扣：全年收入减去费用扣除，再按有提现的月份数减去每月减除费用。',
    moves_money: true,
  },
);

export const taxBrackets = defineSetting(
  'withdrawal_tax_brackets',
  z
    .array(z.string().max(20))
    .max(12)
    .refine((lines) => bracketsOf(lines) !== null, '每行写“全年上限 税率”，如 36000 3；最后一行写“- 45”')
    .default(['36000 3', '144000 10', '300000 20', '420000 25', '660000 30', '960000 35', '- 45']),
  {
    group: '交易',
    title: '个人所得税的税率',
    about: '按全年应纳税额分级，每行“上限（元） 税率（%）”，最后一行上限写 -。',
    moves_money: true,
  },
);
