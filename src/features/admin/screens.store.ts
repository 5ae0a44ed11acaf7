import { toastSuccess } from '#client/toast.ts';
import type { RefundWish } from '#contract/admin.ts';
import type { Role } from '#contract/staff.ts';
import { asked } from '#kit/console/asked.store.ts';
import { createScreen, type Screen } from '#kit/console/screen.store.ts';
import type { CouponGift, VoucherGift } from './admin.api.ts';
import {
  deleteBan,
  deleteLogins,
  fetchHealth,
  fetchOrder,
  fetchSettings,
  fetchToday,
  fetchUser,
  postBan,
  postCoupon,
  postRefund,
  postReveal,
  postVoucher,
  putRoles,
  putSetting,
} from './admin.api.ts';

export const createTodayScreen = () => createScreen(fetchToday);
export const createHealthScreen = () => createScreen(fetchHealth);

const done = <T>(screen: Screen<T>, text: string, work: () => Promise<unknown>) =>
  screen.actions.act(async () => {
    await work();
    toastSuccess(text);
  });

/** All settings; `set` saves one and loads who changed what again. */
export function createSettingsScreen() {
  const screen = createScreen(fetchSettings);
  const set = (key: string, value: unknown) => done(screen, '已保存', () => putSetting(key, value));
  return { $state: screen.$state, actions: { ...screen.actions, set } };
}

/** The order that the address names. */
export function createOrderScreen() {
  const orderid = () => new URLSearchParams(location.search).get('orderid') ?? '';
  const screen = createScreen(() => fetchOrder(orderid()));
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      refund: (reason: string, wish: RefundWish) =>
        screen.actions.act(async () => {
          const { outcome } = await postRefund(orderid(), reason, wish, screen.$state.get().data?.refunded ?? 0);
          if (outcome === 'asked') asked.actions.say('已提交：24 小时内合计超过复核金额，须由另一位同事在审核台确认后退款');
          else toastSuccess('已退款');
        }),
    },
  };
}

/** The user that the address names, and what staff may do. `reveal` hands the whole number over once. */
export function createUserScreen() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => fetchUser(id()));
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      reveal: (reason: string, onMobile: (mobile: string) => void) =>
        screen.actions.act(async () => onMobile((await postReveal(id(), reason)).mobile)),
      endLogins: (reason: string, token_id?: number) => done(screen, '已结束登录', () => deleteLogins(id(), reason, token_id)),
      ban: (reason: string) => done(screen, '账号已停用', () => postBan(id(), reason)),
      liftBan: (reason: string) => done(screen, '账号已恢复', () => deleteBan(id(), reason)),
      setRoles: (roles: readonly Role[], reason: string) => done(screen, '角色已设定', () => putRoles(id(), roles, reason)),
      giveCoupon: (gift: CouponGift, reason: string) => done(screen, '优惠券已发放', () => postCoupon({ ...gift, id: id(), reason })),
      giveVoucher: ({ kind, days }: VoucherGift, reason: string) =>
        done(screen, '下载券已发放', () => postVoucher({ kind, days, id: id(), reason })),
    },
  };
}
