import { contactCalls } from '#contract/contact/calls.ts';
import { detailPath, KINDS } from '#contract/kinds.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { BY_DAY, BY_TIME, choiceFilter, type StaffList } from '../../modules/console/index.ts';
import {
  callerTraces,
  changeCaller,
  contactClosed,
  contactCoins,
  contactFreeForCompanies,
  contactJobs,
  contactOpen,
  contactPrices,
  contactState,
  sendCallerProof,
  type UnlockLine,
  unlockContact,
  unlockRows,
  unlockSource,
} from '../../modules/contacts/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';

const PAID_BY = { free: '免费', company: '认证企业', coin: '猫币', coupon: '联系券' } as const;

/** Contacts that readers unlocked; no numbers are shown. */
export const unlockList: StaffList = {
  key: 'contacts',
  title: '联系解锁',
  verb: 'order.see',
  source: unlockSource,
  columns: [
    { key: 'unlock_no', title: '解锁号' },
    { key: 'user', title: '用户' },
    { key: 'item_id', title: '资源编号', kind: 'number' },
    { key: 'paid_by', title: '方式', kind: 'state' },
    { key: 'coins', title: '猫币', kind: 'number' },
    { key: 'connected', title: '接通', kind: 'state' },
    { key: 'created_at', title: '解锁时间', kind: 'time' },
    { key: 'expires_at', title: '到期时间', kind: 'time' },
  ],
  filters: [choiceFilter('paid_by', '方式', PAID_BY), ...BY_DAY],
  orders: BY_TIME,
  search: '解锁号、资源编号、用户编号或手机号',
  people: holderOf,
  actions: [],
  async show(ctx, rows) {
    const lines = rows as readonly UnlockLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ user_id }) => user_id),
    );
    return lines.map(({ id, user_id, paid_by, connected, ...line }) => ({
      id: String(id),
      href: detailPath(KINDS.resource, line.item_id),
      cells: {
        ...line,
        user: people.get(user_id).nickname,
        paid_by: PAID_BY[paid_by],
        connected: connected ? '已接通' : '未接通',
      },
    }));
  },
};

/** Contact of a resource's supplier. */
const contactEndpoints: Endpoint[] = [
  serve(contactCalls.state, (ctx, { rid }) => contactState(ctx, rid)),
  serve(contactCalls.unlock, (ctx, { rid, use_coupon }) => unlockContact(ctx, { item_id: rid, use_coupon })),
  serve(contactCalls.caller_code, async (ctx, input) => {
    await sendCallerProof(ctx, input);
    return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 } as const;
  }),
  serve(contactCalls.caller, (ctx, input) => changeCaller(ctx, input)),
];

/** Reaching suppliers by private numbers. */
export const contactArea: Manifest = {
  name: 'contact',
  endpoints: contactEndpoints,
  jobs: contactJobs,
  settings: [contactOpen, contactCoins, contactPrices, contactClosed, contactFreeForCompanies],
  staff_lists: [unlockList],
  account_traces: [['phone', callerTraces]],
  personal: { files: { 联系方式解锁: unlockRows } },
};
