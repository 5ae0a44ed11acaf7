import { PAY_CHANNELS } from '#contract/order.ts';
import { ROLE_NAMES, type Role } from '#contract/staff.ts';
import type { Ctx } from '../../app/ctx.ts';
import {
  type AuditLine,
  actsOf,
  auditSource,
  BY_DAY,
  BY_TIME,
  choiceFilter,
  type EventLine,
  eventSource,
  type JobLine,
  jobSource,
  retryEvent,
  retryJob,
  type StaffList,
  showRows,
  stateFilter,
} from '../../modules/console/index.ts';
import {
  endLogins,
  hiddenStaff,
  maskMobile,
  publicUsers,
  publishersNamed,
  setBan,
  type UserLine,
  userByMobile,
  userSource,
} from '../../modules/identity/index.ts';
import { creditOf, type OrderLine, orderSource, type RefundLine, refundOrder, refundSource } from '../../modules/orders/index.ts';
import { actionTitle, actorName, auditTitles, JOB_TITLES, namedBy, wordsOf } from './audit-entries.ts';
import { aboutText } from './audit-fields.ts';
import { soldAs } from './income.ts';

/** Whose phone number this is, for staff who may see them; none for other words. */
export async function holderOf(ctx: Ctx, words: string): Promise<number[]> {
  if (!/^1\d{10}$/.test(words)) return [];
  const found = await userByMobile(ctx, words);
  return !found || (await hiddenStaff(ctx, [found.id])).has(found.id) ? [] : [found.id];
}

const ORDER_STATE: Record<number, string> = { 1: '待支付', 2: '已支付', 3: '已关闭' };

/** Publishers whose name the words are, or begin. */
const NAMED_MOST = 20;

const orders: StaffList = {
  key: 'orders',
  title: '订单',
  verb: 'order.see',
  source: orderSource,
  columns: [
    { key: 'orderid', title: '订单号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'price', title: '成交价', kind: 'money' },
    { key: 'title', title: '内容' },
    { key: 'buyer', title: '买家' },
    { key: 'pay', title: '应付', kind: 'money' },
    { key: 'refunded', title: '已退', kind: 'money' },
    { key: 'credit', title: '原会员抵扣', kind: 'money', hidden: true },
    { key: 'coupon', title: '优惠券', kind: 'money', hidden: true },
    { key: 'balance', title: '余额', kind: 'money', hidden: true },
    { key: 'noun', title: '类型', hidden: true },
    { key: 'publisher', title: '发布者', hidden: true },
    { key: 'earned', title: '发布者收益', kind: 'money', hidden: true },
    { key: 'channel', title: '支付方式', hidden: true },
    { key: 'trade_no', title: '支付方单号', hidden: true },
    { key: 'created_at', title: '下单时间', kind: 'time' },
    { key: 'paid_at', title: '支付时间', kind: 'time' },
  ],
  filters: [
    stateFilter(
      { waiting: '待支付', paid: '已支付', closed: '已关闭', refunded: '已退款' },
      { waiting: 'waiting', closed: 'over', refunded: 'over' },
      'status',
    ),
    { key: 'buyer', title: '买家', kind: 'person' },
    { key: 'publisher', title: '发布者', kind: 'person' },
    ...BY_DAY,
  ],
  orders: BY_TIME,
  search: '订单号、付款号、标题、买家编号或手机号、发布者昵称',
  async people(ctx, words) {
    if (!/^1\d{10}$/.test(words)) return (await publishersNamed(ctx, words, NAMED_MOST)).map(({ id }) => id);
    return holderOf(ctx, words);
  },
  found: { title: 'title', beside: ['orderid', 'buyer', 'status', 'price'] },
  actions: [
    actsOf('order.refund')(
      'refund',
      '退款',
      '收回所购内容，余额与支付金额原路退回；超过设定金额的须由另一位同事复核。',
      async (tx, id, reason) => void (await refundOrder(tx, { orderid: id, reason })),
    ),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly OrderLine[];
    const people = await publicUsers(
      ctx,
      lines.flatMap(({ buyer_id, publisher_id }) => (publisher_id === null ? [buyer_id] : [buyer_id, publisher_id])),
    );
    return lines.map((line) => ({
      id: line.orderid,
      href: `/admin/order?orderid=${line.orderid}`,
      cells: {
        orderid: line.orderid,
        title: line.title,
        buyer: people.get(line.buyer_id).nickname,
        status: line.close_reason === 'refunded' ? '已退款' : (ORDER_STATE[line.status] ?? ''),
        price: line.price_fen / 100,
        pay: line.pay_fen / 100,
        refunded: line.refunded_fen / 100,
        credit: creditOf(line) / 100,
        coupon: line.coupon_fen / 100,
        balance: line.balance_fen / 100,
        noun: soldAs({ subject: line.subject, kind: line.snapshot.kind ?? 0 }),
        publisher: line.publisher_id === null ? '' : people.get(line.publisher_id).nickname,
        earned: line.earned_fen / 100,
        channel: PAY_CHANNELS[line.channel ?? ''] ?? line.channel ?? '',
        trade_no: line.trade_no ?? '',
        created_at: line.created_at,
        paid_at: line.paid_at ?? 0,
      },
    }));
  },
};

const refunds: StaffList = {
  key: 'refunds',
  title: '退款',
  verb: 'order.see',
  source: refundSource,
  columns: [
    { key: 'refund_no', title: '退款号' },
    { key: 'status', title: '状态', kind: 'state' },
    { key: 'amount', title: '金额', kind: 'money' },
    { key: 'orderid', title: '订单号' },
    { key: 'title', title: '内容' },
    { key: 'attempts', title: '尝试次数', kind: 'number' },
    { key: 'provider', title: '支付方', hidden: true },
    { key: 'created_at', title: '发起时间', kind: 'time' },
    { key: 'done_at', title: '完成时间', kind: 'time' },
  ],
  filters: [stateFilter({ waiting: '退款中', done: '已退回' }, { waiting: 'waiting' }, 'status'), ...BY_DAY],
  orders: BY_TIME,
  search: '退款号、订单号、标题或买家手机号',
  people: holderOf,
  moving: ['退款中'],
  waits: [{ title: '退款中', query: 'status=waiting' }],
  found: { title: 'refund_no', beside: ['title', 'amount', 'status'] },
  actions: [],
  show: showRows<RefundLine>((line) => ({
    id: line.refund_no,
    href: `/admin/order?orderid=${line.orderid}`,
    cells: {
      refund_no: line.refund_no,
      orderid: line.orderid,
      title: line.title,
      amount: line.amount_fen / 100,
      status: line.status === 'done' ? '已退回' : '退款中',
      attempts: line.attempts,
      provider: line.provider,
      created_at: line.created_at,
      done_at: line.done_at ?? 0,
    },
  })),
};

const users: StaffList = {
  key: 'users',
  title: '用户',
  verb: 'user.see',
  source: userSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'nickname', title: '昵称' },
    { key: 'mobile', title: '手机号' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'roles', title: '角色' },
    { key: 'works_num', title: '作品', kind: 'number' },
    { key: 'fans_num', title: '粉丝', kind: 'number', hidden: true },
    { key: 'created_at', title: '注册时间', kind: 'time' },
  ],
  filters: [
    stateFilter({ blocked: '已停用', staff: '工作人员', publisher: '有作品' }, { blocked: 'failed' }),
    choiceFilter('role', '角色', ROLE_NAMES),
    ...BY_DAY,
  ],
  orders: [...BY_TIME, { key: 'fans', title: '粉丝最多' }],
  search: '手机号、编号或昵称',
  found: { title: 'nickname', beside: ['id', 'mobile', 'state'] },
  actions: [
    actsOf('user.end_login')('end_login', '结束登录', '所选用户在所有设备上退出登录，可以重新登录。', (tx, id, reason) =>
      endLogins(tx, { user_id: Number(id), reason }),
    ),
    actsOf('user.ban')(
      'ban',
      '停用账号',
      '所选用户立即退出，停用期间不能登录；已发布的作品仍在架，需要时请在“作品”里按发布者下架。',
      (tx, id, reason) => setBan(tx, { user_id: Number(id), banned: true, reason }),
    ),
  ],
  show: showRows<UserLine>((line) => ({
    id: String(line.id),
    href: `/admin/user?id=${line.id}`,
    ...(!line.blocked && { tone: 'well' as const }),
    cells: {
      id: line.id,
      nickname: line.nickname,
      mobile: maskMobile(line.mobile),
      state: line.blocked ? '已停用' : '正常',
      roles: line.roles.map((role) => ROLE_NAMES[role as Role] ?? role).join('、'),
      works_num: line.works_num,
      fans_num: line.fans_num,
      created_at: line.created_at,
    },
  })),
};

const audit: StaffList = {
  key: 'audit',
  title: '操作记录',
  verb: 'audit.see',
  source: auditSource,
  columns: [
    { key: 'at', title: '时间', kind: 'time' },
    { key: 'actor', title: '操作人' },
    { key: 'action', title: '操作' },
    { key: 'subject', title: '对象' },
    { key: 'detail', title: '内容', kind: 'data' },
    { key: 'request_id', title: '请求编号', hidden: true },
  ],
  // what the desk can decide is known only when all areas are put together
  get filters() {
    return [
      choiceFilter('action', '操作', auditTitles()),
      { key: 'actor', title: '操作人', kind: 'person' as const },
      { key: 'subject', title: '对象', kind: 'text' as const },
      ...BY_DAY,
    ];
  },
  orders: BY_TIME,
  search: '对象（如 用户 12、订单号），或操作人编号',
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly AuditLine[];
    const people = await publicUsers(ctx, lines.flatMap(namedBy));
    return lines.map((line) => ({
      id: line.id,
      href: '',
      cells: {
        at: line.created_at,
        actor: actorName(people, line.actor_id),
        action: actionTitle(line.action),
        subject: aboutText(line.subject),
        detail: JSON.stringify(wordsOf(line, people)),
        request_id: line.request_id,
      },
    }));
  },
};

const EVENT_STATE = { delivered: '已投递', dead: '失败', waiting: '等待中' };

const events: StaffList = {
  key: 'events',
  title: '事件',
  verb: 'jobs.see',
  source: eventSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'topic', title: '事件' },
    { key: 'payload', title: '内容', kind: 'data' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'attempts', title: '失败次数', kind: 'number' },
    { key: 'last_error', title: '最近的错误' },
    { key: 'created_at', title: '产生时间', kind: 'time' },
    { key: 'delivered_at', title: '投递时间', kind: 'time', hidden: true },
  ],
  filters: [
    stateFilter({ dead: '失败', waiting: '等待中', delivered: '已投递' }, { dead: 'failed', waiting: 'waiting' }),
    { key: 'topic', title: '事件', kind: 'text' },
  ],
  orders: BY_TIME,
  search: '',
  actions: [
    {
      name: 'retry',
      title: '重新投递',
      about: '失败的事件从头再投递一次。',
      verb: 'jobs.retry',
      needs_reason: false,
      run: (tx, id) => retryEvent(tx, id),
    },
  ],
  show: showRows<EventLine>((line) => ({
    id: String(line.id),
    href: '',
    cells: {
      id: line.id,
      topic: line.topic,
      payload: JSON.stringify(line.payload),
      state: EVENT_STATE[line.state],
      attempts: line.attempts,
      last_error: line.last_error,
      created_at: line.created_at,
      delivered_at: line.delivered_at ?? 0,
    },
  })),
};

const JOB_STATE: Record<string, string> = {
  created: '等待中',
  retry: '等待重试',
  active: '进行中',
  completed: '已完成',
  cancelled: '已取消',
  failed: '失败',
};

const jobs: StaffList = {
  key: 'jobs',
  title: '后台任务',
  verb: 'jobs.see',
  source: jobSource,
  columns: [
    { key: 'title', title: '任务' },
    { key: 'state', title: '状态', kind: 'state' },
    { key: 'retry_count', title: '已重试', kind: 'number' },
    { key: 'error', title: '错误' },
    { key: 'created_at', title: '排入时间', kind: 'time' },
    { key: 'completed_at', title: '结束时间', kind: 'time' },
    { key: 'name', title: '代码' },
  ],
  filters: [
    stateFilter({ failed: '失败', waiting: '等待中', active: '进行中', completed: '已完成' }, { failed: 'failed', waiting: 'waiting' }),
  ],
  orders: BY_TIME,
  search: '代码，如 orders',
  moving: ['等待中', '等待重试', '进行中'],
  actions: [
    {
      name: 'retry',
      title: '重试',
      about: '失败的任务重新排队，多给一次机会。',
      verb: 'jobs.retry',
      needs_reason: false,
      run: (tx, id) => retryJob(tx, id),
    },
  ],
  show: showRows<JobLine>((line) => ({
    id: line.id,
    href: '',
    cells: {
      title: JOB_TITLES[line.name] ?? line.name,
      name: line.name,
      state: JOB_STATE[line.state] ?? line.state,
      retry_count: line.retry_count,
      error: line.error,
      created_at: line.created_at,
      completed_at: line.completed_at ?? 0,
    },
  })),
};

/** Lists of the console; an area adds its own by the wiring. */
export const staffLists: readonly StaffList[] = [orders, refunds, users, audit, events, jobs];
