import { atom } from 'nanostores';
import { ApiError } from '#client/gateway.ts';
import type { SandboxSms } from '#contract/identity.ts';
import { checkPhone } from '#contract/identity.ts';
import type { SandboxApp, SandboxBill, SandboxChannel } from '#contract/sandbox.ts';
import { fetchBill, fetchMessages, fetchOpenBills, postPayment } from './sandbox.api.ts';

/** What a panel of the phone knows: nothing yet, the last answer, or what went wrong. */
export interface Loaded<T> {
  value: T | null;
  error: string;
}

const NOTHING = { value: null, error: '' };

export const $app = atom<SandboxApp | null>(null);
/** Number whose messages are shown; empty: all. */
export const $mobile = atom('');
export const $messages = atom<Loaded<SandboxSms[]>>(NOTHING);
export const $bills = atom<Loaded<SandboxBill[]>>(NOTHING);
/** The bill on the wallet's confirm screen. */
export const $bill = atom<Loaded<SandboxBill>>(NOTHING);
export const $paying = atom(false);

const textOf = (error: unknown) => (error instanceof ApiError ? error.msg : '手机没有信号，请稍后再试');

export function openApp(app: SandboxApp | null): void {
  $app.set(app);
  $bill.set(NOTHING);
  if (app !== null) void refresh();
}

/** Loads what the open app shows; called again every few seconds while it is on the screen. A failure keeps what was shown. */
export async function refresh(): Promise<void> {
  const app = $app.get();
  if (app === 'sms') {
    const mobile = $mobile.get();
    if (mobile !== '' && checkPhone(mobile) !== null) return;
    try {
      const value = await fetchMessages(mobile);
      if (mobile === $mobile.get()) $messages.set({ value, error: '' });
    } catch (error) {
      $messages.set({ ...$messages.get(), error: textOf(error) });
    }
  } else if (app === 'pay' && $bill.get().value === null) {
    try {
      $bills.set({ value: await fetchOpenBills(), error: '' });
    } catch (error) {
      $bills.set({ ...$bills.get(), error: textOf(error) });
    }
  }
}

export function setMobile(mobile: string): void {
  $mobile.set(mobile.trim());
  if (mobile.trim() === '' || checkPhone(mobile) === null) void refresh();
}

/** The number in what was scanned or pasted: the QR's address, or the number itself. */
export function paymentNumberOf(text: string): string {
  const trimmed = text.trim();
  return /[?&]pay=([^&#\s]+)/.exec(trimmed)?.[1] ?? trimmed;
}

/** Shows the bill behind a scanned QR. */
export async function scan(text: string): Promise<void> {
  const payment_no = paymentNumberOf(text);
  if (payment_no === '') {
    $bill.set({ value: null, error: '请粘贴二维码里的地址或支付单号' });
    return;
  }
  $app.set('pay');
  try {
    $bill.set({ value: await fetchBill(payment_no), error: '' });
  } catch (error) {
    $bill.set({ value: null, error: textOf(error) });
    void refresh();
  }
}

/** A bill of the list is opened as if its QR was scanned; null: back to the list. */
export function chooseBill(bill: SandboxBill | null): void {
  $bill.set({ value: bill, error: '' });
  void (bill === null ? refresh() : scan(bill.payment_no));
}

/** Pays or declines, then shows what the wallet knows afterwards. */
export async function pay(channel: SandboxChannel, result: 'success' | 'fail'): Promise<void> {
  const bill = $bill.get().value;
  if (!bill || $paying.get()) return;
  $paying.set(true);
  try {
    await postPayment({ orderid: bill.payment_no, channel, result });
    $bill.set({ value: await fetchBill(bill.payment_no), error: '' });
  } catch (error) {
    $bill.set({ value: bill, error: textOf(error) });
  } finally {
    $paying.set(false);
  }
}
