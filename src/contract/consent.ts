/** Texts that people agree to. `version` rises with the text (a test compares `digest`); who agreed to one below `again` is asked once more. */
export interface ConsentText {
  title: string;
  /** Where it is read; '': it is said where it is ticked. */
  path: string;
  version: number;
  again: number;
  /** Of the text of this version. */
  digest: string;
  /** May be taken back without closing the account. */
  free?: true;
  /** Everybody with an account has to agree to it, also who never was asked. */
  all?: true;
}

const text = (title: string, path: string, digest: string): ConsentText => ({ title, path, version: 1, again: 0, digest });

export const CONSENT_TEXTS = {
  registerAgreement: { ...text('注册协议', '/about/registerAgreement', '2dbe0e02ca90'), all: true },
  privacy: { ...text('隐私政策', '/about/privacy', 'b5e17c4acb03'), version: 2, all: true },
  vipPly: text('会员服务协议', '/about/vipPly', 'b54adc2ff5ff'),
  buyAgreement: text('购买须知', '/about/buyAgreement', '7e9401be03b4'),
  beTeacher: text('讲师约定', '/about/beTeacher', '68a0af41ffbb'),
  age14: text('已满 14 周岁', '', ''),
  age18: text('已满 18 周岁', '', ''),
  reads: { ...text('记录浏览足迹、把访问统计关联到账号', '', ''), free: true },
} satisfies Readonly<Record<string, ConsentText>>;
export type ConsentName = keyof typeof CONSENT_TEXTS;
export const CONSENT_NAMES = Object.keys(CONSENT_TEXTS) as readonly ConsentName[];

export const CONSENT_WAYS = {
  register: '注册时勾选',
  pay: '下单支付',
  form: '提交表单',
  again: '更新后确认',
  setting: '账号设置',
} as const;
export type ConsentWay = keyof typeof CONSENT_WAYS;

/** The least age of who registers; '0': no age is asked for. */
export const AGE_GATES = { '0': '不询问', '14': '14 周岁', '18': '18 周岁' } as const;
export type AgeGate = keyof typeof AGE_GATES;

export const ageText = (age: string | number): string => `我已年满 ${age} 周岁`;
/** What payments of a subject agree to, as it stands beside their button; others say so nowhere. */
export const PAID_TEXTS: Readonly<Record<string, readonly ConsentName[]>> = {
  item: ['buyAgreement'],
  series: ['buyAgreement'],
  membership: ['vipPly', 'buyAgreement'],
  seats: ['vipPly', 'buyAgreement'],
};
