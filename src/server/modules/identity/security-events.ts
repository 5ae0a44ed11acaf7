/** What happened to the way into an account; its owner is notified. */
export type SecurityChange =
  | 'new_device'
  | 'password'
  | 'mobile'
  | 'wechat_linked'
  | 'wechat_unlinked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'closing'
  | 'stays';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** The way into an account changed. `detail`: the device, the name of the key; `at`: when, ISO. */
    'user.security': { user_id: number; what: SecurityChange; detail: string; at: string };
    /** An account was erased: what other areas keep of its owner goes too. */
    'user.closed': { user_id: number };
  }
}
