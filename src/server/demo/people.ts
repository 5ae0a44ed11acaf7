import { KINDS } from '#contract/kinds.ts';
import type { Role, TxCtx } from '../app/ctx.ts';
import { createUser } from '../modules/identity/index.ts';
import { extendMembership } from '../modules/membership/index.ts';
import { issueCoupon, issueVoucher } from '../modules/vouchers/index.ts';
import { postTransfer } from '../modules/wallet/index.ts';
import { atTime } from './at-time.ts';
import { drawAvatar } from './avatars.ts';
import { giveContactCoupon } from './money.ts';
import { BUYER, DEMO_PASSWORD, type DemoPerson, MEMBER, NEWCOMER_NAMES, PUBLISHERS, READER_NAMES, REVIEWER } from './world/people.ts';
import type { DemoPeople } from './world-state.ts';

const DAY_MS = 86_400_000;

/** Members among the readers: every third. */
const MEMBERS_AMONG = 3;
/** Readers and publishers are here for longer than any work. */
const SINCE_DAYS = 240;

/**
 * Makes the demo accounts, with what each has: the buyer coupons and a voucher, the member a year of scheme VIP and a balance. Readers
 * without a password follow, collect and buy, so that counters are true. Staff are made for this machine alone.
 */
export async function makePeople(tx: TxCtx): Promise<DemoPeople> {
  const then = atTime(tx, new Date(tx.app.clock.now().getTime() - SINCE_DAYS * DAY_MS));
  const earlier: TxCtx = { ...tx, app: then.app };
  const faces = new Map<string, string>();
  const staff = tx.app.config.local ? [REVIEWER] : [];
  for (const person of [BUYER, MEMBER, ...staff, ...PUBLISHERS]) {
    faces.set(person.mobile, await drawAvatar(tx, person.nickname, person.colours));
  }
  const make = (person: DemoPerson, roles: Role[] = []) => {
    const { colours: _colours, ...facts } = person;
    return createUser(earlier, { ...facts, password: DEMO_PASSWORD, headimgurl: faces.get(person.mobile) ?? '', roles });
  };
  const people: DemoPeople = { buyer_id: await make(BUYER), member_id: await make(MEMBER), publisher_ids: [], reader_ids: [] };
  for (const person of staff) await make(person, ['reviewer', 'operator']);
  for (const person of PUBLISHERS) people.publisher_ids.push(await make(person));
  for (const [index, nickname] of READER_NAMES.entries()) {
    const reader_id = await createUser(earlier, { mobile: `1380000${2000 + index}`, password: null, nickname });
    people.reader_ids.push(reader_id);
    await giveBalance(earlier, reader_id, 200_000);
    if (index % MEMBERS_AMONG === 0) await giveMembership(earlier, reader_id);
  }
  await addNewcomers(tx);
  await givePossessions(tx, people);
  await giveBalance(earlier, people.member_id, 20_000);
  await giveBalance(earlier, people.buyer_id, 6_000);
  return people;
}

/** Some for each of the last days, so that staff see how many come. */
async function addNewcomers(tx: TxCtx): Promise<void> {
  let mobile = 13_800_003_000;
  for (const [days_ago, names] of NEWCOMER_NAMES.entries()) {
    const then = atTime(tx, new Date(tx.app.clock.now().getTime() - days_ago * DAY_MS));
    for (const nickname of names) await createUser({ ...tx, app: then.app }, { mobile: String(mobile++), password: null, nickname });
  }
}

async function givePossessions(tx: TxCtx, { buyer_id, member_id }: DemoPeople): Promise<void> {
  const use_end_time = new Date(tx.app.clock.now().getTime() + 365 * DAY_MS);
  const coupon = (user_id: number, title: string, yuan: number, from_yuan: number) =>
    issueCoupon(tx, {
      user_id,
      type: KINDS.scheme.sale.coupon_type,
      title,
      amount_fen: yuan * 100,
      min_price_fen: from_yuan * 100,
      use_end_time,
    });
  await coupon(buyer_id, '新人方案立减券', 10, 20);
  await coupon(buyer_id, '满 100 减 30 方案券', 30, 100);
  await coupon(member_id, '会员月度方案券', 15, 30);
  await giveContactCoupon(tx, member_id);
  await issueVoucher(tx, { user_id: buyer_id, kind: KINDS.scheme.code, use_end_time });
  await extendMembership(tx, { user_id: member_id, vip_type: KINDS.scheme.sale.vip_type, days: 365, max_download_pre_day: 10 });
}

/** Schemes and templates for a year. */
async function giveMembership(tx: TxCtx, user_id: number): Promise<void> {
  for (const { vip_type } of [KINDS.scheme.sale, KINDS.ppt.sale])
    await extendMembership(tx, { user_id, vip_type, days: 365, max_download_pre_day: 10 });
}

async function giveBalance(tx: TxCtx, owner_id: number, amount: number): Promise<void> {
  await postTransfer(tx, {
    key: `demo-balance-${owner_id}`,
    reason: 'gift',
    reference: '',
    unit: 'fen',
    entries: [
      { owner_id, purpose: 'balance', amount },
      { owner_id: null, purpose: 'gift_cost', amount: -amount },
    ],
  });
}
