/** DTOs of the phone on /sandbox. They exist only while a port is in sandbox. */

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
}

/** POST /sandbox/pay. `orderid` is the number of the order, or of the payment that the QR names. */
export interface SandboxPayInput {
  orderid: string;
  channel: SandboxChannel;
  result: 'success' | 'fail';
}

/** A private number that the phone can dial. */
export interface SandboxCall {
  x_number: string;
  /** From which phone it can be dialled. */
  caller: string;
  /** Who is rung, masked. */
  callee: string;
  title: string;
  /** How often it rang. */
  rung: number;
}

/** A mail in the phone's mailbox, newest first in lists. */
export interface SandboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  /** Unix seconds. */
  create_time: number;
}

/** Somebody whose WeChat the phone can use. */
export interface SandboxWechatPerson {
  key: string;
  nickname: string;
}
