import { type CompanySeats, joinPath, type OwnCompany } from '#contract/company.ts';
import { type MemberTerm, vipOf } from '#contract/membership.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { shareLibrary, unshareLibrary } from '../access/index.ts';
import { type EmploymentHook, endLink, holdActive, joinByLink, linkOf, makeLink, ownLink } from '../employees/index.ts';
import { publicUsers } from '../identity/index.ts';
import { giveSeat, leaveSeats, type SeatLine, seatLines, seatsOf, soldSpec, takeSeat } from '../membership/index.ts';
import { enterpriseNames, isEnterprise } from '../verification/index.ts';
import { requireLine } from './seats-subject.ts';

/** The reader's company: what it has, who sits on its seats, and the link into it. */
export async function ownCompany(ctx: Ctx): Promise<OwnCompany> {
  const owner_id = requireUser(ctx);
  const [lines, link] = [await seatLines(ctx, owner_id), await ownLink(ctx)];
  const users = await publicUsers(
    ctx,
    lines.flatMap(({ holders }) => holders.map(({ user_id }) => user_id)),
  );
  const seats: CompanySeats[] = [];
  for (const line of lines) {
    const holders = line.holders.map(({ user_id, given_at }) => {
      const { nickname, headimgurl } = users.get(user_id);
      return { user_id, nickname, headimgurl, since: unixSeconds(given_at) };
    });
    seats.push({ ...(await lineDto(ctx, line)), holders });
  }
  return {
    is_company: (await isEnterprise(ctx, owner_id)) ? 1 : 0,
    name: (await enterpriseNames(ctx, [owner_id]))(owner_id),
    seats,
    join_url: link ? `${ctx.app.config.site_url}${joinPath(link.code)}` : '',
    join_to: link ? unixSeconds(link.ends_at) : 0,
  };
}

async function lineDto(ctx: Ctx, line: SeatLine): Promise<Omit<CompanySeats, 'holders'>> {
  const now = ctx.app.clock.now();
  const spec = await soldSpec(ctx, line.spec_id);
  const { id, vip_type, seats, max_download_pre_day, moves_left } = line;
  return {
    ...{ id, vip_type, seats, max_download_pre_day, moves_left, name: vipOf(vip_type)?.name ?? '会员' },
    from: unixSeconds(line.from),
    to: unixSeconds(line.to),
    state: line.to <= now ? 'ended' : line.from > now ? 'waiting' : 'running',
    vip_id: spec?.status === 1 && spec.plan_status === 1 && spec.max_download_pre_day === max_download_pre_day ? spec.id : 0,
  };
}

/** Gives a seat to somebody of the reader's company, or to the reader; or takes it back. @throws AppError 404, 409 */
export async function setSeat(ctx: Ctx, { id: line_id, user_id, give }: { id: number; user_id: number; give: boolean }): Promise<void> {
  const owner_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const of = { line_id, owner_id, user_id };
    if (!give) {
      if (!(await takeSeat(tx, of))) throw notFound('席位不存在');
      return;
    }
    if (user_id !== owner_id && !(await holdActive(tx.db, owner_id, user_id))) throw notFound('对方不是企业的员工');
    const refusal = await giveSeat(tx, of);
    if (refusal !== null) throw conflict(refusal);
  });
}

/** Makes a new link into the reader's company, or ends it. */
export async function setLink(ctx: Ctx, { on, seats }: { on: boolean; seats: number }): Promise<void> {
  if (!on) return endLink(ctx);
  if (seats > 0) await requireLine(ctx, seats);
  await makeLink(ctx, seats || null);
}

/** Into which company a code leads, and on which seat. @throws AppError 404 */
export async function joining(ctx: Ctx, code: string): Promise<{ name: string; seats: string }> {
  const { enterprise_id, seats_id } = await linkOf(ctx, code);
  const line = seats_id === null ? undefined : (await seatLines(ctx, enterprise_id)).find(({ id }) => id === seats_id);
  return { name: (await enterpriseNames(ctx, [enterprise_id]))(enterprise_id), seats: (line && vipOf(line.vip_type)?.name) ?? '' };
}

/** The reader joins by a link; whether they have the seat that it promises: the last one is given once. @throws as `joinByLink` */
export async function join(ctx: Ctx, code: string): Promise<{ seat: 0 | 1 }> {
  const link = await joinByLink(ctx, code);
  const mine = await seatsOf(ctx, requireUser(ctx));
  return { seat: mine.some(({ line_id }) => line_id === link.seats_id) ? 1 : 0 };
}

/** What a company pays for begins and ends with the work for it. A seat that is no longer free is no reason not to join. */
export const companyEmployments: EmploymentHook = {
  async began(tx, { enterprise_id: owner_id, user_id, seats_id }) {
    await shareLibrary(tx, { owner_id, user_id });
    if (seats_id) await giveSeat(tx, { line_id: seats_id, owner_id, user_id });
  },
  async ended(tx, { enterprise_id: owner_id, user_id }) {
    await unshareLibrary(tx, { owner_id, user_id });
    await leaveSeats(tx, { owner_id, user_id });
  },
};

/** What the reader has of a membership by seats of companies, beside their own terms. */
export async function seatTerms(ctx: Ctx): Promise<MemberTerm[]> {
  const now = ctx.app.clock.now();
  const terms = await seatsOf(ctx, requireUser(ctx));
  if (terms.length === 0) return [];
  const nameOf = await enterpriseNames(
    ctx,
    terms.map(({ owner_id }) => owner_id),
  );
  return terms.map((term) => ({
    // numbers of their own: below those of one's own terms
    ...{ id: -term.id, vip_type: term.vip_type, name: vipOf(term.vip_type)?.name ?? '会员' },
    ...{ from: unixSeconds(term.starts_at), to: unixSeconds(term.ends_at), state: term.starts_at <= now ? 'running' : 'waiting' },
    ...{ max_download_pre_day: term.max_download_pre_day, credit_price: 0, source: `${nameOf(term.owner_id)}的企业席位` },
    ...{ renew: null, auto: null, can_auto: 0 },
  }));
}

/** Seats of a company whose time is not over. */
export async function seatsLeft(ctx: Ctx, owner_id: number): Promise<number> {
  const now = ctx.app.clock.now();
  return (await seatLines(ctx, owner_id)).reduce((sum, { to, seats }) => sum + (to > now ? seats : 0), 0);
}
