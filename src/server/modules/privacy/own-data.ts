import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { ITEM_STATUS_TEXT, type ItemStatus } from '#contract/publish.ts';
import type { Ctx } from '../../app/ctx.ts';
import { grantRows } from '../access/index.ts';
import { addressRows } from '../addresses/index.ts';
import { adViewRows } from '../ads/index.ts';
import { exportedAnswers } from '../assistant/index.ts';
import { itemsOf, kindOf, seriesRows } from '../catalog/index.ts';
import { chatBlockRows, messagesBy } from '../chat/index.ts';
import { commentLikeRows, commentReportRows, writtenComments } from '../comments/index.ts';
import { unlockRows } from '../contacts/index.ts';
import { exportedDemands } from '../demands/index.ts';
import { downloadRows } from '../downloads/index.ts';
import { drawRows } from '../draws/index.ts';
import { exportedEmployments } from '../employees/index.ts';
import { collectedItems, followed, footprintGroups, likeRows, reportRows } from '../engagement/index.ts';
import { exportedAccount, ownDevices, ownPasskeys } from '../identity/index.ts';
import { inviteRows } from '../invites/index.ts';
import { invoiceRows } from '../invoices/index.ts';
import { redemptionRows } from '../mall/index.ts';
import { ownTerms } from '../membership/index.ts';
import { noticeSettingRows, noticesOf } from '../notices/index.ts';
import { exportedAgreements, exportedOffers } from '../offers/index.ts';
import { listOrders } from '../orders/index.ts';
import { ownWithdrawals } from '../payouts/index.ts';
import { plannerEntries } from '../planner/index.ts';
import { pointLotRows, pointUseRows } from '../points/index.ts';
import { draftRows, fileRows } from '../publishing/index.ts';
import { givenRatings } from '../ratings/index.ts';
import { exportedResumes, ownApplications } from '../recruiting/index.ts';
import { ownRequests, requestReportRows } from '../requests/index.ts';
import { checkInRows, exportedSalons, exportedTickets, recapRows, salonMessageRows, waitingRows } from '../salons/index.ts';
import { recentSearches, wishRows } from '../search/index.ts';
import { shopRows } from '../shops/index.ts';
import { makeupRows, signInRows } from '../signin/index.ts';
import { courseAnswerRows, exportedLearning, ownTeacher, quizAnswerRows } from '../study/index.ts';
import { subscriptionsOf } from '../subscriptions/index.ts';
import { claimRows } from '../tasks/index.ts';
import { unionRightRows } from '../union/index.ts';
import { ownCompany, ownRealname } from '../verification/index.ts';
import { ownedCoupons } from '../vouchers/index.ts';
import { balances, statementOf, walletLines } from '../wallet/index.ts';
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

async function* coinLines(ctx: Ctx, user_id: number): AsyncGenerator<unknown> {
  const filter = { account: 'coin', month: '', way: 'all', limit: PAGE } as const;
  for (let before = 0, read = 0; read < MOST; read += PAGE) {
    const { list, next } = await statementOf(ctx, user_id, { ...filter, before });
    yield* list;
    if (next === 0) return;
    before = next;
  }
}

/** Files of a package of somebody's data, by name; each is a list that is read as it is written. `ctx` speaks as that user. */
export function ownDataFiles(ctx: Ctx, user_id: number): ReadonlyArray<{ name: string; rows(): AsyncGenerator<unknown> }> {
  const limit = PAGE;
  const { db } = ctx;
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
    { name: '沙龙群发', rows: () => salonMessageRows(db, user_id) },
    { name: '沙龙签到', rows: () => checkInRows(db, user_id) },
    { name: '沙龙候补', rows: () => waitingRows(db, user_id) },
    { name: '沙龙回顾', rows: () => recapRows(db, user_id) },
    { name: '账户余额', rows: () => once(balances(ctx, user_id).then((one) => [one])) },
    { name: '订单', rows: () => paged(async (page) => (await listOrders(ctx, null, { status: null, page, limit })).list) },
    { name: '已获得的内容', rows: () => grantRows(db, user_id) },
    { name: '下载记录', rows: () => downloadRows(db, user_id) },
    { name: '看广告获得的内容', rows: () => adViewRows(db, user_id) },
    { name: '联系方式解锁', rows: () => unlockRows(db, user_id) },
    { name: '联合会员权益', rows: () => unionRightRows(db, user_id) },
    { name: '发票', rows: () => invoiceRows(db, user_id) },
    { name: '余额明细', rows: () => paged(async (page) => (await walletLines(ctx, { account: 'balance', page, limit })).list) },
    { name: '收益明细', rows: () => paged(async (page) => (await walletLines(ctx, { account: 'earning', page, limit })).list) },
    { name: '猫币明细', rows: () => coinLines(ctx, user_id) },
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
      name: '积分',
      rows: async function* () {
        for await (const row of pointLotRows(db, user_id)) yield { what: '获得', ...row };
        for await (const row of pointUseRows(db, user_id)) yield { what: '使用', ...row };
      },
    },
    { name: '签到', rows: () => signInRows(db, user_id) },
    { name: '补签卡', rows: () => makeupRows(db, user_id) },
    { name: '积分任务', rows: () => claimRows(db, user_id) },
    { name: '积分兑换', rows: () => redemptionRows(db, user_id) },
    { name: '抽奖', rows: () => drawRows(db, user_id) },
    { name: '邀请', rows: () => inviteRows(db, user_id) },
    { name: '收货地址', rows: () => addressRows(db, user_id) },
    { name: '店铺', rows: () => shopRows(db, user_id) },
    { name: '作品系列', rows: () => seriesRows(db, user_id) },
    { name: '作品草稿', rows: () => draftRows(db, user_id) },
    { name: '上传的文件', rows: () => fileRows(db, user_id) },
    {
      name: '我的作品',
      rows: () =>
        paged(async (page) => {
          const rows = await itemsOf(ctx, { publisher_id: user_id, statuses: STATUSES, offset: (page - 1) * limit, limit });
          return rows.map(({ id, kind, title, status }) => ({ id, kind: kindOf(kind).noun, title, status }));
        }),
    },
    { name: '点赞', rows: () => likeRows(db, user_id) },
    { name: '评论点赞', rows: () => commentLikeRows(db, user_id) },
    { name: '举报与反馈', rows: () => reportRows(db, user_id) },
    { name: '评论举报', rows: () => commentReportRows(db, user_id) },
    { name: '求单举报', rows: () => requestReportRows(db, user_id) },
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
    { name: '登记的需求', rows: () => wishRows(db, user_id) },
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
    { name: '拉黑的用户', rows: () => chatBlockRows(db, user_id) },
    { name: '助手问答', rows: () => paged((page) => exportedAnswers(ctx, user_id, { page, limit })) },
    { name: '我的求单', rows: () => paged(async (page) => (await ownRequests(ctx, { tab: 'asked', page, limit })).list) },
    { name: '我的接单', rows: () => paged(async (page) => (await ownRequests(ctx, { tab: 'answered', page, limit })).list) },
    { name: '我写的评论', rows: () => paged((page) => writtenComments(ctx, user_id, { page, limit })) },
    { name: '课程学习', rows: () => exportedLearning(ctx) },
    { name: '课程测验', rows: () => quizAnswerRows(db, user_id) },
    { name: '课程回答', rows: () => courseAnswerRows(db, user_id) },
    { name: '待办与日程', rows: () => once(plannerEntries(ctx)) },
    { name: '通知设置', rows: () => noticeSettingRows(db, user_id) },
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
