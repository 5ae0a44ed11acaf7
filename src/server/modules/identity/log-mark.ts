import type { App } from '../../app/ctx.ts';
import { hmacSha256 } from '../../kernel/ids.ts';

/** Stands for a phone or an address in the log: lines of one attack can be correlated, and no person can be identified. */
export function logMark(app: App, text: string): string {
  return hmacSha256(app.config.secrets.code, `log:${text}`).slice(0, 12);
}

/** By what a phone is known again after its account was closed; a hash that a list of phones does not give without our secret. */
export function phoneTrace({ config }: Pick<App, 'config'>, mobile: string): string {
  return hmacSha256(config.secrets.code, `trace:${mobile}`);
}

/** Stands for who paid: the same person at a provider has the same one. */
export function payerTrace({ config }: Pick<App, 'config'>, channel: string, payer: string): string {
  return hmacSha256(config.secrets.code, `payer:${channel}:${payer}`);
}
