import { CLAIM_KINDS } from '#contract/claim.ts';
import { KINDS } from '#contract/kinds.ts';
import { ROLE_NAMES } from '#contract/staff.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { allStaffLists, subjectText } from '../../modules/console/index.ts';
import { findSettingByKey } from '../../modules/settings/index.ts';

/** What the fields of audit rows are called for people; a test finds those that are missing. */
export const FIELD_NOUNS: Readonly<Record<string, string>> = {
  ...{
    reason: '原因',
    about: '说明',
    note: '说明',
    explained: '差异说明',
    act: '操作',
    action: '操作',
    what: '内容',
    words: '查找',
    found: '找到',
  },
  ...{
    before: '修改前',
    after: '修改后',
    value: '修改后',
    changes: '修改',
    status: '状态',
    roles: '角色',
    position: '职位',
    result: '结果',
  },
  ...{
    name: '名称',
    names: '名称',
    title: '标题',
    label: '名称',
    summary: '摘要',
    content: '内容',
    page: '页面',
    place: '位置',
    gate: '入口',
  },
  ...{
    id: '编号',
    item_ids: '作品',
    items: '作品数',
    kind: '类型',
    type: '类型',
    event: '事件',
    use: '用途',
    parent_id: '上级',
    sort: '排序',
  },
  ...{ count: '数量', num: '数量', rows: '行数', people: '人数', reached: '送达人数', parts: '权益数', points: '积分', cards: '补签卡' },
  ...{
    amount: '金额',
    amount_fen: '金额',
    value_fen: '金额',
    price: '价格',
    refund: '退款',
    min_price: '最低消费',
    min_price_fen: '最低消费',
  },
  ...{
    percent_off: '折扣（%）',
    market_price: '市场价',
    stock: '库存',
    left_num: '库存',
    left_before: '修改前库存',
    per_person: '每人限量',
  },
  ...{ claim_from: '领取开始', claim_to: '领取截止', claimable: '可领取', auto_get: '自动发放', for_new: '限新用户', restock: '放回库存' },
  ...{
    use_end_time: '使用截止',
    valid_days: '有效天数',
    starts_at: '开始',
    ends_at: '结束',
    time: '时间',
    days: '天数',
    before_min: '提前分钟',
  },
  ...{ definition_id: '优惠券', coupon_id: '优惠券', voucher_id: '下载券', voucher: '凭证', vip_type: '会员套餐', term_id: '会员时长' },
  ...{
    user_id: '用户',
    confirmed_by: '复核人',
    from: '原来',
    to: '改为',
    to_id: '对方',
    token_id: '登录',
    conversation_id: '会话',
    seqs: '消息',
  },
  ...{
    orderid: '订单号',
    refund_no: '退款号',
    trade_no: '支付方单号',
    agreement_no: '协议号',
    number: '号码',
    fits: '金额相符',
    whole: '全额',
  },
  ...{
    ticket: '门票',
    seat: '座位',
    door: '检票入口',
    link: '链接',
    url: '链接',
    src: '图片',
    img: '图片',
    cover: '图片',
    picture: '图片',
  },
  ...{
    carrier: '快递公司',
    tracking_no: '快递单号',
    file_id: '文件',
    query: '条件',
    columns: '列',
    flags: '疑点',
    is_on: '启用',
    shown: '显示',
  },
  ...{
    is_vip: '皇冠',
    is_gold: '金牌',
    labels: '标签',
    period: '周期',
    target: '次数',
    audience: '对象',
    max_download_pre_day: '每日下载',
  },
  ...{
    tablespace: '存放位置',
    sha256: '校验值',
    table_hash: '奖品表校验值',
    updated_at: '修改时间',
    list: '列表',
    add: '添加',
    remove: '删除',
  },
};

const kinds = Object.fromEntries(Object.values(KINDS).map(({ key, noun }) => [key, noun]));

/** Words of the program that stand in fields. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...{ kind: { ...kinds, ...CLAIM_KINDS }, roles: ROLE_NAMES, before: ROLE_NAMES, what: { mobile: '手机号' }, token_id: { all: '全部' } },
  result: { lost: '败诉', won: '胜诉', withdrawn: '已撤回' },
};

/** Fields that name an account by its number. */
const PEOPLE = ['confirmed_by', 'from', 'to', 'to_id', 'user_id'];

export function peopleOf(detail: Readonly<Record<string, unknown>>): number[] {
  return PEOPLE.flatMap((field) => (typeof detail[field] === 'number' ? [detail[field]] : []));
}

/** What a row is about: an order and a setting name themselves, a list goes by its title. */
export function aboutText(subject: string): string {
  const list = subject.startsWith('list:') && allStaffLists().find(({ key }) => subject === `list:${key}`);
  return list ? `列表 ${list.title}` : (findSettingByKey(subject)?.title ?? subjectText(subject));
}

/** The detail of a row by names and values for people, without what is empty. `titleOf`: of an act; `nameOf`: of an account. */
export function detailWords(
  detail: Readonly<Record<string, unknown>>,
  { titleOf, nameOf }: { titleOf(act: string): string; nameOf(user_id: number): string },
): Record<string, unknown> {
  const worded = (field: string, value: unknown): unknown => {
    if (Array.isArray(value))
      return value.map((one) => (typeof one === 'object' ? JSON.stringify(wordsOf(one)) : worded(field, one))).join('、');
    if (typeof value === 'number' && field.endsWith('_fen')) return `¥${fenToYuan(value)}`;
    if (typeof value === 'number' && PEOPLE.includes(field)) return nameOf(value);
    if (typeof value === 'object') return wordsOf(value as object);
    if (typeof value !== 'string') return value;
    return field === 'act' || field === 'action' ? titleOf(value) : (WORDS[field]?.[value] ?? value);
  };
  const nounOf = (field: string) => FIELD_NOUNS[field] ?? allStaffLists().find(({ key }) => key === field)?.title ?? field;
  const wordsOf = (of: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(of)
        .filter(([, value]) => value !== '' && value !== null)
        .map(([field, value]) => [nounOf(field), worded(field, value)]),
    );
  return wordsOf(detail);
}
