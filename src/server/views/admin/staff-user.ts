import type { StaffUser } from '#contract/admin.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { VIPS } from '#contract/membership.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { grantsOf } from '../../modules/access/index.ts';
import { itemsById } from '../../modules/catalog/index.ts';
import { userForStaff } from '../../modules/identity/index.ts';
import { activeVips } from '../../modules/membership/index.ts';
import { consentsOf } from '../../modules/privacy/index.ts';
import { couponsOf, vouchersOf } from '../../modules/vouchers/index.ts';
import { balances } from '../../modules/wallet/index.ts';
import { auditEntries } from './audit-entries.ts';

const SHOWN = 50;
const SOURCE: Record<string, string> = { purchase: '购买', voucher: '下载券', member: '会员', ad: '广告', staff: '工作人员发放' };
const STATE: Record<string, string> = { free: '可用', held: '下单占用', redeemed: '已使用' };

/** A user as staff see them: rights and why, wallet, logins, what staff did; the phone is masked. @throws AppError 403, 404 */
export async function staffUser(ctx: Ctx, user_id: number): Promise<StaffUser> {
  const user = await userForStaff(ctx, user_id);
  const [wallet, vips, grants, coupons, vouchers, audit, consents] = await Promise.all([
    balances(ctx, user_id),
    activeVips(ctx, user_id),
    grantsOf(ctx, user_id, SHOWN),
    couponsOf(ctx, user_id, SHOWN),
    vouchersOf(ctx, user_id, SHOWN),
    auditEntries(ctx, `user:${user_id}`),
    consentsOf(ctx, user_id),
  ]);
  const items = await itemsById(
    ctx,
    grants.map(({ item_id }) => item_id),
  );
  const now = ctx.app.clock.now();
  const state = (status: string, ends: Date) => (status === 'free' && ends <= now ? '已过期' : (STATE[status] ?? status));
  return {
    id: user.id,
    nickname: user.nickname,
    masked_mobile: user.masked_mobile,
    roles: user.roles,
    blocked: user.blocked,
    created_at: unixSeconds(user.created_at),
    city: user.city,
    works_num: user.works_num,
    fans_num: user.fans_num,
    balance: wallet.balance_fen / 100,
    held: wallet.held_fen / 100,
    coin: wallet.coin,
    point: wallet.point,
    earning: wallet.earning_fen / 100,
    memberships: [...vips].map(([type, vip]) => ({
      name: VIPS.find(({ vip_type }) => vip_type === type)?.name ?? `会员 ${type}`,
      end_time: unixSeconds(vip.end_time),
    })),
    grants: grants.map(({ item_id, source, created_at }) => ({
      item_id,
      title: items.get(item_id)?.title ?? `内容 ${item_id}`,
      source: SOURCE[source] ?? source,
      at: unixSeconds(created_at),
    })),
    coupons: coupons.map((coupon) => ({
      id: coupon.id,
      title: coupon.title,
      amount: coupon.amount_fen / 100,
      min_price: coupon.min_price_fen / 100,
      status: state(coupon.status, coupon.use_end_time),
      end_time: unixSeconds(coupon.use_end_time),
    })),
    vouchers: vouchers.map((voucher) => ({
      id: voucher.id,
      kind: Object.values<KindFacts>(KINDS).find(({ code }) => code === voucher.kind)?.noun ?? String(voucher.kind),
      status: state(voucher.status, voucher.use_end_time),
      end_time: unixSeconds(voucher.use_end_time),
    })),
    logins: user.logins.map((login) => ({
      id: login.id,
      device: login.device,
      created_at: unixSeconds(login.created_at),
      expires_at: unixSeconds(login.expires_at),
    })),
    audit,
    consents,
  };
}
