/** DTOs of the phone on /sandbox. They exist only while a port is in sandbox. */
export type { SandboxCall, SandboxMail } from './outputs/sandbox.ts';

export type SandboxApp = 'sms' | 'pay' | 'call' | 'mail' | 'wechat';
export type SandboxChannel = 'wechat' | 'alipay';

/** An account that can be tried with one press. */
export interface TrialAccount {
  role: string;
  nickname: string;
  mobile: string;
}

/** A payment as the phone's wallet shows it. */
export interface SandboxBill {
  payment_no: string;
  title: string;
  /** Yuan. */
  price: number;
  status: 'waiting' | 'paid' | 'failed' | 'closed';
  /** Consent to later payments, agreed to instead of paid. */
  is_agreement: boolean;
}

/** POST /sandbox/pay. `orderid` is the number of the order, or of the payment that the QR names. */
export interface SandboxPayInput {
  orderid: string;
  channel: SandboxChannel;
  result: 'success' | 'fail';
}

/** Somebody whose WeChat the phone can use. */
export interface SandboxWechatPerson {
  key: string;
  nickname: string;
}
