import type { PrivatePage } from '#contract/publish.ts';
import type { ReviewFact, ReviewRevealed, ReviewSubject } from '#contract/review.ts';
import { VERIFY_TEXTS } from '#contract/verification.ts';
import { type Ctx, requireStaff, type TxCtx } from '../../app/ctx.ts';
import { drawWatermark } from '../../app/draw-watermark.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { openWith } from '../../kernel/key-ring.ts';
import { loginOf, loginStands, publicUsers } from '../identity/index.ts';
import type { Reviewable } from '../review/index.ts';
import { COMPANY, CONTACT, decideCompany } from './company.ts';
import { decidePerson, numberHashes, openPerson, REALNAME, TAKEN } from './realname.ts';
import { type CompanyRow, findCompanies, findPeople, isNumberTaken, lockCompany, lockPerson } from './repo.ts';
import { companyStatus, maskName } from './rules.ts';
import { readSealed, ringOf } from './sealed-pictures.ts';

/** Staff open a picture within so long of asking for it. */
const TTL_S = 600;
const WIDTH = 960;
const HEIGHT = 605;

/** People, where the check did not decide. Staff cannot decide on themselves. */
export const realnameReview: Reviewable = {
  type: REALNAME,
  title: '实名认证',
  roles: ['reviewer'],
  load: loadPeople,
  lock: (tx, id) => lockPerson(tx.db, id),
  owners: async (tx, id) => [(await lockPerson(tx.db, id))?.user_id],
  reveal: { of: async (tx, id) => [(await lockPerson(tx.db, id))?.user_id], show: revealPerson },
  subject: (id) => `realname#${id}`,
  actions: [
    {
      name: 'approve',
      text: '通过',
      needs_reason: false,
      leads_to: 'approved',
      run: (tx, { target_id }) => endRealname(tx, target_id, ''),
    },
    {
      name: 'reject',
      text: '不通过',
      needs_reason: true,
      reason_label: '未通过的原因',
      reasons: ['身份证照片不清晰，请重新拍摄', '照片与填写的信息不一致', '身份证已过有效期', '请上传本人身份证的正反两面'],
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => endRealname(tx, target_id, reason),
    },
  ],
};

/** Enterprises: people decide on all of them. */
export const companyReview: Reviewable = {
  type: COMPANY,
  title: '企业认证',
  roles: ['reviewer'],
  load: loadCompanies,
  lock: (tx, id) => lockCompany(tx.db, id),
  owners: async (tx, id) => [(await lockCompany(tx.db, id))?.user_id],
  reveal: { of: async (tx, id) => [(await lockCompany(tx.db, id))?.user_id], show: revealCompany },
  subject: (id) => `company#${id}`,
  actions: [
    {
      name: 'approve',
      text: '通过',
      needs_reason: false,
      leads_to: 'approved',
      run: (tx, { target_id }) => endCompanyReview(tx, target_id, ''),
    },
    {
      name: 'reject',
      text: '不通过',
      needs_reason: true,
      reason_label: '未通过的原因',
      reasons: ['营业执照照片不清晰，请重新上传', '企业名称与营业执照不一致', '统一社会信用代码与营业执照不一致', '营业执照已吊销或注销'],
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => endCompanyReview(tx, target_id, reason),
    },
  ],
};

async function endRealname(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await lockPerson(tx.db, id);
  requireOpen(tx, row);
  const person = row as NonNullable<typeof row>;
  const { number } = openPerson(tx, person);
  if (reason === '' && (await isNumberTaken(tx.db, person.user_id, numberHashes(tx, number)))) throw conflict(TAKEN);
  await decidePerson(tx, person, reason === '' ? 'approve' : 'reject', reason);
}

async function endCompanyReview(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await lockCompany(tx.db, id);
  requireOpen(tx, row);
  await decideCompany(tx, row as NonNullable<typeof row>, reason === '' ? 'approve' : 'reject', reason);
}

function requireOpen(tx: TxCtx, row: { status: string; user_id: number } | null): void {
  if (row?.status !== 'reviewing') throw conflict('这份资料已被撤回或处理，请刷新队列');
  if (tx.actor.kind === 'user' && tx.actor.user_id === row.user_id) throw forbidden('自己的认证须由另一位同事审核');
}

async function loadPeople(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findPeople(ctx.db, ids);
  const users = await nicknames(ctx, rows);
  return new Map(
    rows.map((row) => {
      return [
        row.id,
        subjectOf({
          title: `${row.masked_name} ${row.masked_number}`,
          facts: personFacts(row.masked_name, row.masked_number),
          byline: `${users(row.user_id)}，第 ${row.submissions} 次提交`,
          note: VERIFY_TEXTS[row.status],
          has_pages: false,
        }),
      ];
    }),
  );
}

async function loadCompanies(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findCompanies(ctx.db, ids);
  const users = await nicknames(ctx, rows);
  const now = ctx.app.clock.now();
  return new Map(
    rows.map((row) => {
      const before = row.certified && row.certified.name !== row.name ? `；此前认证为 ${row.certified.name}` : '';
      return [
        row.id,
        subjectOf({
          title: row.name,
          facts: companyFacts(row, maskName(row.contact_name), row.masked_contact),
          byline: `${users(row.user_id)}，第 ${row.submissions} 次提交`,
          note: `${VERIFY_TEXTS[companyStatus(row, now)]}${before}`,
          has_pages: false,
        }),
      ];
    }),
  );
}

/** Name and number stand whole beside the card, for staff who hold them against it. */
async function revealPerson(tx: TxCtx, id: number): Promise<ReviewRevealed> {
  const row = (await findPeople(tx.db, [id]))[0];
  requireWaiting(row);
  const { name, number } = openPerson(tx, row);
  return { facts: personFacts(name, number), reports: [], pages: pagesOf(tx, REALNAME, id, row.picture_keys.length) };
}

async function revealCompany(tx: TxCtx, id: number): Promise<ReviewRevealed> {
  const row = (await findCompanies(tx.db, [id]))[0];
  requireWaiting(row);
  const mobile = openWith(ringOf(tx), CONTACT, row.sealed_contact);
  return { facts: companyFacts(row, row.contact_name, mobile), reports: [], pages: pagesOf(tx, COMPANY, id, 1) };
}

function requireWaiting<Row extends { status: string }>(row: Row | undefined): asserts row is Row {
  if (row?.status !== 'reviewing') throw notFound('这份资料已被撤回或处理，请刷新队列');
}

const personFacts = (name: string, number: string): ReviewFact[] => [
  { label: '姓名', value: name, personal: true },
  { label: '身份证号码', value: number, personal: true },
];

/** Licence and legal person stand in a public register. */
const companyFacts = (row: CompanyRow, contact: string, mobile: string): ReviewFact[] => [
  { label: '统一社会信用代码', value: row.licence },
  { label: '法定代表人', value: row.legal_person },
  { label: '联系人', value: `${contact} ${mobile}`, personal: true },
];

const subjectOf = (facts: Omit<ReviewSubject, 'cover_src'>): ReviewSubject => ({ ...facts, cover_src: '' });

async function nicknames(ctx: Ctx, rows: ReadonlyArray<{ user_id: number }>): Promise<(user_id: number) => string> {
  const people = await publicUsers(
    ctx,
    rows.map(({ user_id }) => user_id),
  );
  return (user_id) => people.get(user_id).nickname;
}

/** Addresses that work for ten minutes and name who asked; the pictures behind them carry that name. */
function pagesOf(ctx: Ctx, type: string, id: number, count: number): PrivatePage[] {
  const staff_id = requireStaff(ctx, 'reviewer');
  const expires = unixSeconds(ctx.app.clock.now()) + TTL_S;
  return Array.from({ length: count }, (_, i) => {
    const ticket = { type, id, side: i, staff_id, login: loginOf(ctx), expires };
    const query = new URLSearchParams(
      Object.entries({ ...ticket, sign: signOf(ctx, ticket) }).map(([name, value]) => [name, String(value)]),
    );
    const picture = { src: `/gateway/user/auth/shown?${query}`, width: WIDTH, height: HEIGHT };
    return { page_no: i + 1, thumb: picture, full: picture };
  });
}

export interface PictureTicket {
  type: string;
  id: number;
  /** 0 front, 1 back. */
  side: number;
  staff_id: number;
  /** The login that asked, with which it ends. */
  login: number;
  /** Unix seconds. */
  expires: number;
}

const signOf = (ctx: Ctx, { type, id, side, staff_id, login, expires }: PictureTicket): string =>
  hmacSha256(ctx.app.config.secrets.link, `verification:${type}:${id}:${side}:${staff_id}:${login}:${expires}`);

/** The picture behind a signed address, with a watermark that names who asked for it. @throws AppError 404 for any other */
export async function openVerificationPicture(ctx: Ctx, { sign, ...ticket }: PictureTicket & { sign: string }): Promise<Buffer> {
  const now = ctx.app.clock.now();
  if (!sameText(signOf(ctx, ticket), sign) || ticket.expires <= unixSeconds(now)) throw notFound('图片链接已失效，请刷新页面');
  if (!(await loginStands(ctx, { user_id: ticket.staff_id, token_id: ticket.login }))) throw notFound('图片链接已失效，请重新登录');
  const keys =
    ticket.type === REALNAME
      ? ((await findPeople(ctx.db, [ticket.id]))[0]?.picture_keys ?? [])
      : (await findCompanies(ctx.db, [ticket.id])).map(({ picture_key }) => picture_key);
  const key = keys[ticket.side];
  if (!key) throw notFound('图片已删除');
  return drawWatermark(ctx, await readSealed(ctx, key), `仅供策猫认证审核 工号${ticket.staff_id} ${shanghaiDay(now)}`);
}
