import { gateway, SILENT } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { RefundWish } from '#contract/admin.ts';
import type { CallInput } from '#contract/gateway.ts';
import type { Role } from '#contract/staff.ts';
import { asked } from '#kit/console/asked.store.ts';
import { createScreen, type Screen } from '#kit/console/screen.store.ts';
import type { TransferWish } from './TransferAsk.tsx';

export type CouponGift = Omit<CallInput<'POST /admin/user/coupon'>, 'id' | 'reason'>;
export type ClaimWish = CallInput<'POST /admin/claim'>;
export type VoucherGift = Omit<CallInput<'POST /admin/user/voucher'>, 'id' | 'reason'>;

export const createTodayScreen = () => createScreen(() => gateway('GET /admin/today', {}, SILENT));
export const createHealthScreen = () => createScreen(() => gateway('GET /admin/health', {}, SILENT).then(({ list }) => list));

const done = <T>(screen: Screen<T>, text: string, work: () => Promise<unknown>) =>
  screen.actions.act(async () => {
    await work();
    toastSuccess(text);
  });

/** All settings; `set` saves one and loads who changed what again. */
export function createSettingsScreen() {
  const screen = createScreen(() => gateway('GET /admin/settings', {}, SILENT).then(({ list }) => list));
  const set = (key: string, value: unknown) => done(screen, '已保存', () => gateway('PUT /admin/settings', { key, value }, SILENT));
  return { $state: screen.$state, actions: { ...screen.actions, set } };
}

/** The order that the address names. */
export function createOrderScreen() {
  const orderid = () => new URLSearchParams(location.search).get('orderid') ?? '';
  const screen = createScreen(() => gateway('GET /admin/order', { orderid: orderid() }, SILENT), {
    moves: ({ refunds }) => refunds.some(({ status }) => status === 'waiting'),
  });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      transfer: (wish: TransferWish) =>
        done(screen, '已登记', () => gateway('POST /admin/transfer', { ...wish, orderid: orderid() }, SILENT)),
      claim: (wish: ClaimWish) => done(screen, '已登记', () => gateway('POST /admin/claim', wish, SILENT)),
      refund: (reason: string, { amount, ends }: RefundWish) =>
        screen.actions.act(async () => {
          // what had been given back when staff looked
          const refunded = screen.$state.get().data?.refunded ?? 0;
          const wish = { orderid: orderid(), reason, refunded, ...(amount === null ? {} : { amount, ends }) };
          const { outcome } = await gateway('POST /admin/order/refund', wish, SILENT);
          if (outcome === 'asked') asked.actions.say('已提交：24 小时内合计超过复核金额，须由另一位同事在审核台确认后退款');
          else toastSuccess('已退款');
        }),
    },
  };
}

/** The user that the address names, and what staff may do. `reveal` hands the whole number over once. */
export function createUserScreen() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => gateway('GET /admin/user', { id: id() }, SILENT));
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      reveal: (reason: string, onMobile: (mobile: string) => void) =>
        screen.actions.act(async () => onMobile((await gateway('POST /admin/user/reveal', { id: id(), reason }, SILENT)).mobile)),
      endLogins: (reason: string, token_id?: number) =>
        done(screen, '已结束登录', () => gateway('DELETE /admin/user/logins', { id: id(), reason, token_id }, SILENT)),
      ban: (reason: string) => done(screen, '账号已停用', () => gateway('POST /admin/user/ban', { id: id(), reason }, SILENT)),
      liftBan: (reason: string) => done(screen, '账号已恢复', () => gateway('DELETE /admin/user/ban', { id: id(), reason }, SILENT)),
      setRoles: (roles: readonly Role[], reason: string) =>
        done(screen, '角色已设定', () => gateway('PUT /admin/user/roles', { id: id(), roles, reason }, SILENT)),
      giveCoupon: (gift: CouponGift, reason: string) =>
        done(screen, '优惠券已发放', () => gateway('POST /admin/user/coupon', { ...gift, id: id(), reason }, SILENT)),
      giveVoucher: ({ kind, days }: VoucherGift, reason: string) =>
        done(screen, '下载券已发放', () => gateway('POST /admin/user/voucher', { kind, days, id: id(), reason }, SILENT)),
    },
  };
}
