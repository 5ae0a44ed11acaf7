import { adminCalls } from '#contract/admin/calls.ts';
import { serve, serveId } from '../../http/endpoint.ts';
import { csvAnswer, xlsxAnswer } from '../../http/file-answer.ts';
import {
  bulkRun,
  csvPieces,
  dropView,
  exportList,
  giveCoupon,
  giveVoucher,
  listFacts,
  previewBulk,
  readList,
  saveView,
  searchConsole,
  startBulk,
  xlsxOf,
} from '../../modules/console/index.ts';
import { changeSetting, giveRoles, secondPersonFacts } from '../../modules/countersign/index.ts';
import { endLogins, revealMobile, setBan } from '../../modules/identity/index.ts';
import { refundOrder } from '../../modules/orders/index.ts';
import { putStaffPicture } from '../../modules/publishing/index.ts';
import { providerHealth, settingForms, todayFacts } from '../../views/admin/overview.ts';
import { staffOrder } from '../../views/admin/staff-order.ts';
import { staffUser } from '../../views/admin/staff-user.ts';

export const adminEndpoints = [
  serve(adminCalls.today, (ctx) => todayFacts(ctx)),
  serve(adminCalls.health, async (ctx) => ({ list: await providerHealth(ctx) })),
  serve(adminCalls.search, async (ctx, { words }) => ({ list: await searchConsole(ctx, words) })),
  serve(adminCalls.facts, (ctx, { list }) => listFacts(ctx, list)),
  serve(adminCalls.page, (ctx, input) => readList(ctx, input)),
  serve(adminCalls.export, async (ctx, input) => {
    const { title, rows } = await exportList(ctx, input);
    return csvAnswer(`${title}.csv`, csvPieces(rows));
  }),
  serve(adminCalls.export_xlsx, async (ctx, input) => {
    const { title, rows } = await exportList(ctx, input);
    return xlsxAnswer(`${title}.xlsx`, xlsxOf(rows));
  }),
  serve(adminCalls.post_view, async (ctx, input) => ({ views: await saveView(ctx, input) })),
  serve(adminCalls.delete_view, async (ctx, input) => ({ views: await dropView(ctx, input) })),
  serve(adminCalls.preview, (ctx, input) => previewBulk(ctx, input)),
  serve(adminCalls.post_run, (ctx, input) => startBulk(ctx, input)),
  serve(adminCalls.get_run, (ctx, { id }) => bulkRun(ctx, id)),
  serve(adminCalls.order, (ctx, { orderid }) => staffOrder(ctx, orderid)),
  serve(adminCalls.refund, async (ctx, { amount, ends, refunded, ...input }) => ({
    outcome: await refundOrder(ctx, {
      ...input,
      ...(amount === undefined ? {} : { amount_fen: amount, ends }),
      ...(refunded === undefined ? {} : { seen_refunded_fen: refunded }),
    }),
  })),
  serve(adminCalls.second_person, secondPersonFacts),
  serve(adminCalls.user, (ctx, { id }) => staffUser(ctx, id)),
  serve(adminCalls.reveal, async (ctx, { id, reason }) => ({ mobile: await revealMobile(ctx, { user_id: id, reason }) })),
  serveId(adminCalls.end_login, (ctx, { id, token_id, reason }) => endLogins(ctx, { user_id: id, token_id, reason })),
  serveId(adminCalls.post_ban, (ctx, { id, reason }) => setBan(ctx, { user_id: id, banned: true, reason })),
  serveId(adminCalls.delete_ban, (ctx, { id, reason }) => setBan(ctx, { user_id: id, banned: false, reason })),
  serveId(adminCalls.roles, (ctx, { id, roles, reason }) => giveRoles(ctx, { user_id: id, roles, reason })),
  serve(adminCalls.coupon, async (ctx, { id, amount, min_price, ...gift }) => ({
    id: await giveCoupon(ctx, { ...gift, user_id: id, amount_fen: amount, min_price_fen: min_price }),
  })),
  serve(adminCalls.voucher, async (ctx, { id, ...gift }) => ({ id: await giveVoucher(ctx, { ...gift, user_id: id }) })),
  serve(adminCalls.get_settings, async (ctx) => ({ list: await settingForms(ctx) })),
  serve(adminCalls.put_settings, async (ctx, { key, value }) => {
    await changeSetting(ctx, key, value);
    return { key };
  }),
  serve(adminCalls.picture, async (ctx, { file_id }) => ({ src: await putStaffPicture(ctx, file_id) })),
];
