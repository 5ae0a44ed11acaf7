import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { ITEM_STATUS_TEXT, type ItemStatus } from '#contract/publish.ts';
import type { Ctx } from '../../app/ctx.ts';
import { exportedAnswers } from '../assistant/index.ts';
import { itemsOf, kindOf } from '../catalog/index.ts';
import { messagesBy } from '../chat/index.ts';
import { writtenComments } from '../comments/index.ts';
import { exportedDemands } from '../demands/index.ts';
import { exportedEmployments } from '../employees/index.ts';
import { collectedItems, followed, footprintGroups } from '../engagement/index.ts';
import { exportedAccount, ownDevices, ownPasskeys } from '../identity/index.ts';
import { ownTerms } from '../membership/index.ts';
import { noticesOf } from '../notices/index.ts';
import { exportedAgreements, exportedOffers } from '../offers/index.ts';
import { listOrders } from '../orders/index.ts';
import { ownWithdrawals } from '../payouts/index.ts';
import { plannerEntries } from '../planner/index.ts';
import { givenRatings } from '../ratings/index.ts';
import { exportedResumes, ownApplications } from '../recruiting/index.ts';
import { ownRequests } from '../requests/index.ts';
import { exportedSalons, exportedTickets } from '../salons/index.ts';
import { recentSearches } from '../search/index.ts';
import { exportedLearning, ownTeacher } from '../study/index.ts';
import { subscriptionsOf } from '../subscriptions/index.ts';
import { ownCompany, ownRealname } from '../verification/index.ts';
import { ownedCoupons } from '../vouchers/index.ts';
import { balances, walletLines } from '../wallet/index.ts';
import { wechatOf } from '../wechat/index.ts';

const PAGE = 50;
/** More of one sort than anybody has; a file that never ends helps nobody. */
const MOST = 20_000;

const STATUSES = Object.keys(ITEM_STATUS_TEXT) as ItemStatus[];

/** All rows of a list, page by page. */
async function* paged<Row>(read: (page: number) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let page = 1; (page - 1) * PAGE < MOST; page++) {
    const rows = await read(page);
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

async function* once(rows: Promise<readonly unknown[]> | readonly unknown[]): AsyncGenerator<unknown> {
  yield* await rows;
}

/** Files of a package of somebody's data, by name; each is a list that is read as it is written. `ctx` speaks as that user. */
export function ownDataFiles(ctx: Ctx, user_id: number): ReadonlyArray<{ name: string; rows(): AsyncGenerator<unknown> }> {
  const limit = PAGE;
  return [
    { name: '账号资料', rows: () => once(exportedAccount(ctx).then((one) => [one])) },
    { name: '登录设备', rows: () => once(ownDevices(ctx)) },
    { name: '通行密钥', rows: () => once(ownPasskeys(ctx)) },
    { name: '微信绑定', rows: () => once(wechatOf(ctx, user_id).then((one) => (one ? [one] : []))) },
    { name: '实名认证', rows: () => once(ownRealname(ctx).then((one) => (one.status === 'none' ? [] : [one]))) },
    { name: '企业认证', rows: () => once(ownCompany(ctx).then((one) => (one.status === 'none' ? [] : [one]))) },
    { name: '讲师申请', rows: () => once(ownTeacher(ctx).then((one) => (one.state === 'none' ? [] : [one]))) },
    { name: '需求', rows: () => paged((page) => exportedDemands(ctx, user_id, { page, limit })) },
    { name: '沙龙', rows: () => paged((page) => exportedSalons(ctx, user_id, { page, limit })) },
    { name: '沙龙门票', rows: () => paged((page) => exportedTickets(ctx, user_id, { page, limit })) },
    { name: '账户余额', rows: () => once(balances(ctx, user_id).then((one) => [one])) },
    { name: '订单', rows: () => paged(async (page) => (await listOrders(ctx, null, { status: null, page, limit })).list) },
    { name: '余额明细', rows: () => paged(async (page) => (await walletLines(ctx, { account: 'balance', page, limit })).list) },
    { name: '收益明细', rows: () => paged(async (page) => (await walletLines(ctx, { account: 'earning', page, limit })).list) },
    { name: '提现', rows: () => paged(async (page) => (await ownWithdrawals(ctx, { page, limit })).list) },
    { name: '会员', rows: () => once(ownTerms(ctx)) },
    {
      name: '优惠券与下载券',
      rows: async function* () {
        for (const status of [0, 1, 2] as const)
          yield* paged(async (page) => (await ownedCoupons(ctx, { user_id, status, page, limit })).rows);
      },
    },
    {
      name: '我的作品',
      rows: () =>
        paged(async (page) => {
          const rows = await itemsOf(ctx, { publisher_id: user_id, statuses: STATUSES, offset: (page - 1) * limit, limit });
          return rows.map(({ id, kind, title, status }) => ({ id, kind: kindOf(kind).noun, title, status }));
        }),
    },
    { name: '收藏', rows: () => paged(async (page) => (await collectedItems(ctx, { kind: '', page, limit })).list) },
    {
      name: '关注',
      rows: async function* () {
        for (const type of [FOCUS_USER, FOCUS_SHOP]) yield* paged(async (page) => (await followed(ctx, { type, page, limit })).list);
      },
    },
    { name: '订阅', rows: () => paged(async (page) => (await subscriptionsOf(ctx, { page, limit })).list) },
    {
      name: '浏览足迹',
      rows: () => paged(async (page) => (await footprintGroups(ctx, { page, limit })).flatMap((group) => group.list)),
    },
    { name: '搜索记录', rows: () => once(recentSearches(ctx)) },
    { name: '任职的企业', rows: () => once(exportedEmployments(ctx)) },
    { name: '简历', rows: () => once(exportedResumes(ctx)) },
    { name: '求职投递', rows: () => paged(async (page) => (await ownApplications(ctx, { page, limit })).list) },
    {
      name: '我的报价',
      rows: async function* () {
        for (const tab of ['open', 'agreed', 'ended'] as const) yield* paged((page) => exportedOffers(ctx, tab, { page, limit }));
      },
    },
    { name: '需求合作', rows: () => paged((page) => exportedAgreements(ctx, { page, limit })) },
    { name: '我写的评价', rows: () => paged((page) => givenRatings(ctx, user_id, { page, limit })) },
    { name: '会话里发送的消息', rows: () => messagesBy(ctx, user_id) as AsyncGenerator<unknown> },
    { name: '助手问答', rows: () => paged((page) => exportedAnswers(ctx, user_id, { page, limit })) },
    { name: '我的求单', rows: () => paged(async (page) => (await ownRequests(ctx, { tab: 'asked', page, limit })).list) },
    { name: '我的接单', rows: () => paged(async (page) => (await ownRequests(ctx, { tab: 'answered', page, limit })).list) },
    { name: '我写的评论', rows: () => paged((page) => writtenComments(ctx, user_id, { page, limit })) },
    { name: '课程学习', rows: () => exportedLearning(ctx) },
    { name: '待办与日程', rows: () => once(plannerEntries(ctx)) },
    { name: '消息', rows: () => paged(async (page) => (await noticesOf(ctx, { only_unread: false, page, limit })).list) },
  ];
}

/** A list as JSON text, piece by piece. */
export async function* jsonText(rows: AsyncGenerator<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}  ${JSON.stringify(row)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
