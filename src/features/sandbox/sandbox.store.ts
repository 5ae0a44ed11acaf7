import { atom } from 'nanostores';
import { type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { ClaimKind } from '#contract/claim.ts';
import type { SandboxSms } from '#contract/identity.ts';
import { checkPhone } from '#contract/identity.ts';
import type { SandboxApp, SandboxBill, SandboxCall, SandboxChannel, SandboxMail } from '#contract/sandbox.ts';

/** What a panel of the phone knows: nothing yet, the last answer, or what went wrong. */
export interface Loaded<T> {
  value: T | null;
  failure: Failure | null;
}

/** The phone on /sandbox. */
export interface SandboxState {
  app: SandboxApp | null;
  /** Number whose messages are shown; empty: all. */
  mobile: string;
  messages: Loaded<SandboxSms[]>;
  bills: Loaded<SandboxBill[]>;
  /** The bill on the wallet's confirm screen. */
  bill: Loaded<SandboxBill>;
  paying: boolean;
  calls: Loaded<SandboxCall[]>;
  /** The call that goes on. */
  call: SandboxCall | null;
  mails: Loaded<SandboxMail[]>;
}

const NOTHING = { value: null, failure: null };

const said = (error: unknown): Failure => failureOf(error, '手机没有信号，请稍后再试');

/** The number in what was scanned or pasted: the QR's address, or the number itself. */
export function paymentNumberOf(text: string): string {
  const trimmed = text.trim();
  return /[?&]pay=([^&#\s]+)/.exec(trimmed)?.[1] ?? trimmed;
}

/** What the phone shows, and what its owner does with it. */
export function createSandbox() {
  const $state = atom<SandboxState>({
    ...{ app: null, mobile: '', messages: NOTHING, bills: NOTHING, bill: NOTHING, paying: false },
    ...{ calls: NOTHING, call: null, mails: NOTHING },
  });
  const set = (change: Partial<SandboxState>) => $state.set({ ...$state.get(), ...change });

  function openApp(app: SandboxApp | null): void {
    set({ app });
    set({ bill: NOTHING, call: null });
    if (app !== null) void refresh();
  }

  /** Loads what the open app shows; called again every few seconds while it is on the screen. A failure keeps what was shown. */
  async function refresh(): Promise<void> {
    const app = $state.get().app;
    if (app === 'sms') {
      const mobile = $state.get().mobile;
      if (mobile !== '' && checkPhone(mobile) !== null) return;
      try {
        const value = await gateway('GET /sandbox/sms', mobile === '' ? {} : { mobile }, SILENT).then(({ list }) => list);
        if (mobile === $state.get().mobile) set({ messages: { value, failure: null } });
      } catch (error) {
        set({ messages: { ...$state.get().messages, failure: said(error) } });
      }
    } else if (app === 'pay' && $state.get().bill.value === null) {
      try {
        set({ bills: { value: await gateway('GET /sandbox/bills', {}, SILENT).then(({ list }) => list), failure: null } });
      } catch (error) {
        set({ bills: { ...$state.get().bills, failure: said(error) } });
      }
    } else if (app === 'mail') {
      try {
        set({ mails: { value: await gateway('GET /sandbox/mails', {}, SILENT).then(({ list }) => list), failure: null } });
      } catch (error) {
        set({ mails: { ...$state.get().mails, failure: said(error) } });
      }
    } else if (app === 'call' && $state.get().call === null) {
      try {
        set({ calls: { value: await gateway('GET /sandbox/calls', {}, SILENT).then(({ list }) => list), failure: null } });
      } catch (error) {
        set({ calls: { ...$state.get().calls, failure: said(error) } });
      }
    }
  }

  function setMobile(mobile: string): void {
    set({ mobile: mobile.trim() });
    if (mobile.trim() === '' || checkPhone(mobile) === null) void refresh();
  }

  /** Shows the bill behind a scanned QR. */
  async function scan(text: string): Promise<void> {
    const payment_no = paymentNumberOf(text);
    if (payment_no === '') {
      set({ bill: { value: null, failure: plainFailure('请粘贴二维码里的地址或支付单号') } });
      return;
    }
    set({ app: 'pay' });
    try {
      set({
        bill: {
          // the bill behind a scanned QR; the error is for the screen
          value: await gateway('GET /sandbox/bill', { pay: payment_no }, { silent: true }),
          failure: null,
        },
      });
    } catch (error) {
      set({ bill: { value: null, failure: said(error) } });
      void refresh();
    }
  }

  /** A bill of the list is opened as if its QR was scanned; null: back to the list. */
  function chooseBill(bill: SandboxBill | null): void {
    set({ bill: { value: bill, failure: null } });
    void (bill === null ? refresh() : scan(bill.payment_no));
  }

  /** Pays or declines, then shows what the wallet knows afterwards. */
  async function pay(channel: SandboxChannel, result: 'success' | 'fail'): Promise<void> {
    const bill = $state.get().bill.value;
    if (!bill || $state.get().paying) return;
    set({ paying: true });
    try {
      await gateway('POST /sandbox/pay', { orderid: bill.payment_no, channel, result }, { silent: true });
      set({
        bill: {
          // the bill behind a scanned QR; the error is for the screen
          value: await gateway('GET /sandbox/bill', { pay: bill.payment_no }, { silent: true }),
          failure: null,
        },
      });
    } catch (error) {
      set({ bill: { value: bill, failure: said(error) } });
    } finally {
      set({ paying: false });
    }
  }

  /** The payer claims the money of the bill that is shown, or takes it back. Says what happened. */
  async function claim(kind: ClaimKind, status: 'open' | 'withdrawn'): Promise<string> {
    const bill = $state.get().bill.value;
    if (!bill) return '';
    try {
      await gateway('POST /sandbox/claim', { orderid: bill.payment_no, kind, status }, SILENT);
      return status === 'open' ? '已提交，网站已收到通知。' : '已撤回，网站已收到通知。';
    } catch (error) {
      return said(error).message;
    }
  }

  /** Rings the holder of the number. */
  async function dial({ x_number, caller }: SandboxCall): Promise<void> {
    try {
      set({
        call: await gateway('POST /sandbox/call', { x_number, caller }, { silent: true }),
        calls: { ...$state.get().calls, failure: null },
      });
    } catch (error) {
      set({ calls: { ...$state.get().calls, failure: said(error) } });
    }
  }

  function hangUp(): void {
    set({ call: null });
    void refresh();
  }

  return { $state, actions: { dial, hangUp, openApp, refresh, setMobile, scan, chooseBill, pay, claim } };
}
