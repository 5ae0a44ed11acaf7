import { KINDS } from '#contract/kinds.ts';
import { actingAs, type Role, type TxCtx } from '#server/app/ctx.ts';
import { createUser, userByMobile } from '#server/modules/identity/index.ts';
import { extendMembership, vipPlans } from '#server/modules/membership/index.ts';
import { issueCoupon, issueVoucher } from '#server/modules/vouchers/index.ts';
import { postTransfer } from '#server/modules/wallet/index.ts';
import { checkWechatLogin, startWechatLogin, takeWechatCode } from '#server/modules/wechat/index.ts';
import { isSandboxWechat } from '#server/providers/wechat-login/sandbox.ts';
import { atTime } from './at-time.ts';
import { drawAvatar } from './avatars.ts';
import { giveContactCoupon } from './money.ts';
import {
  ADMIN,
  BUYER,
  DEMO_PASSWORD,
  type DemoPerson,
  FINANCE,
  MEMBER,
  NEWCOMER_NAMES,
  PUBLISHERS,
  READER_NAMES,
  REVIEWER,
} from './world/people.ts';
import type { DemoPeople } from './world-state.ts';

const DAY_MS = 86_400_000;

/** Grounds of the readers' portraits. */
const READER_COLOURS = [
  ['#f4d9c6', '#d9a98c'],
  ['#cfe3ea', '#8fb4c4'],
  ['#dfe6cf', '#a8b98a'],
  ['#e6d8ea', '#b39bc0'],
  ['#f3e3b8', '#d8b765'],
] as const;

/** Members among the readers: every third. */
const MEMBERS_AMONG = 3;
/** Readers and publishers are here for longer than any work. */
const SINCE_DAYS = 240;

/**
 * Makes the demo accounts, with what each has: the buyer coupons and a voucher, the member a year of scheme VIP and a balance. Readers
 * without a password follow, collect and buy, so that counters are true. Staff are made for this machine alone.
 */
export async function makePeople(tx: TxCtx): Promise<DemoPeople> {
  const earlier = sinceLongAgo(tx);
  const faces = new Map<string, string>();
  const staff = tx.app.config.local ? [REVIEWER] : [];
  for (const person of [BUYER, MEMBER, ...staff, ...PUBLISHERS]) {
    faces.set(person.mobile, await drawAvatar(tx, person.nickname, person.colours));
  }
  const make = (person: DemoPerson, roles: Role[] = []) => makeOne(earlier, person, faces.get(person.mobile) ?? '', roles);
  const people: DemoPeople = { buyer_id: await make(BUYER), member_id: await make(MEMBER), publisher_ids: [], reader_ids: [] };
  for (const person of staff) await make(person, ['reviewer', 'operator']);
  for (const person of PUBLISHERS) people.publisher_ids.push(await make(person));
  const portraits = await Promise.all(
    READER_NAMES.map((name, at) => drawAvatar(tx, name, READER_COLOURS[at % READER_COLOURS.length] ?? READER_COLOURS[0])),
  );
  for (const [index, nickname] of READER_NAMES.entries()) {
    const headimgurl = portraits[index] ?? '';
    const reader_id = await createUser(earlier, { mobile: `1380000${2000 + index}`, password: null, nickname, headimgurl });
    people.reader_ids.push(reader_id);
    await giveBalance(earlier, reader_id, 200_000);
    if (index % MEMBERS_AMONG === 0) await giveMembership(earlier, reader_id);
  }
  await addNewcomers(tx, people.buyer_id);
  await linkDemoWechat(tx, people.member_id);
  await givePossessions(tx, people);
  await giveBalance(earlier, people.member_id, 20_000);
  await giveBalance(earlier, people.buyer_id, 6_000);
  if (tx.app.config.local) await makeLaterStaff(tx);
  return people;
}

/** Staff that older worlds lack, and get at a start. */
const LATER_STAFF: ReadonlyArray<readonly [DemoPerson, Role]> = [
  [ADMIN, 'admin'],
  [FINANCE, 'finance'],
];

/** Those of them who are not there. */
export async function makeLaterStaff(tx: TxCtx): Promise<void> {
  for (const [person, role] of LATER_STAFF) {
    if (await userByMobile(tx, person.mobile)) continue;
    await makeOne(sinceLongAgo(tx), person, await drawAvatar(tx, person.nickname, person.colours), [role]);
  }
}

function makeOne(tx: TxCtx, person: DemoPerson, headimgurl: string, roles: Role[]): Promise<number> {
  const { colours: _colours, ...facts } = person;
  return createUser(tx, { ...facts, password: DEMO_PASSWORD, headimgurl, roles });
}

/** Accounts are older than any work. */
function sinceLongAgo(tx: TxCtx): TxCtx {
  return { ...tx, app: atTime(tx, new Date(tx.app.clock.now().getTime() - SINCE_DAYS * DAY_MS)).app };
}

/** Some for each of the last days, so that staff see how many come; two came by the buyer's invitation. */
async function addNewcomers(tx: TxCtx, invitor_id: number): Promise<void> {
  let mobile = 13_800_003_000;
  for (const [days_ago, names] of NEWCOMER_NAMES.entries()) {
    const then = atTime(tx, new Date(tx.app.clock.now().getTime() - days_ago * DAY_MS));
    for (const [at, nickname] of names.entries()) {
      const invited = days_ago === 2 && at < 2 ? { invitor_id } : {};
      await createUser({ ...tx, app: then.app }, { mobile: String(mobile++), password: null, nickname, ...invited });
    }
  }
}

const EARLY_FEN = 29_900;

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
  // bought when a year cost less: renewals keep that price
  const { vip_type } = KINDS.scheme.sale;
  const year = (await vipPlans(tx, vip_type))[0]?.spec.find(({ days }) => days === 365);
  const { id = 0, max_download_pre_day = 0 } = year ?? {};
  const spec = { id, unit_fen: EARLY_FEN };
  await extendMembership(tx, { user_id: member_id, vip_type, days: 365, max_download_pre_day, paid_fen: EARLY_FEN, spec });
  await extendMembership(tx, { user_id: member_id, vip_type: KINDS.ppt.sale.vip_type, days: 31, max_download_pre_day: 10 });
  const vip_coupon = {
    user_id: buyer_id,
    use: 'membership',
    type: 3,
    title: '新人 50 元方案会员券',
    amount_fen: 5_000,
    min_price_fen: 10_000,
    use_end_time,
  };
  await issueCoupon(tx, vip_coupon);
}

/** Schemes and templates for a year. */
async function giveMembership(tx: TxCtx, user_id: number): Promise<void> {
  for (const { vip_type } of [KINDS.scheme.sale, KINDS.ppt.sale])
    await extendMembership(tx, { user_id, vip_type, days: 365, max_download_pre_day: 10 });
}

/** Balance that cost its owner nothing, once an account; fen. */
export async function giveBalance(tx: TxCtx, owner_id: number, amount: number): Promise<void> {
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

/** The first WeChat of the phone on /sandbox signs in as the member. */
async function linkDemoWechat(tx: TxCtx, user_id: number): Promise<void> {
  const { wechat_login: port } = tx.app.providers;
  if (!isSandboxWechat(port)) return;
  const member = actingAs(tx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  const browser = `demo-${user_id}`;
  const { token, url } = await startWechatLogin(member, { browser, link: true, return_url: '' });
  const passed = new URL(url).searchParams.get('wechat') ?? '';
  await takeWechatCode(member, { code: await port.agree('person1'), passed, browser });
  await checkWechatLogin(member, { token, browser });
}
