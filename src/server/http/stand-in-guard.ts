import type { Context } from 'hono';
import { isPrivateName } from '../config/reach.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { AppError } from '../kernel/errors.ts';
import { isOwnPeer } from './client-address.ts';
import type { GatewayEnv } from './gateway.ts';

/**
 * The stand-ins show codes and pay bills for whoever asks, so they answer this machine under its own name only: not a proxy that passes
 * strangers on, not a page elsewhere whose name was pointed here. ALLOW_SANDBOX=1 lifts it.
 * @throws AppError 403
 */
export function requireStandInAllowed(ctx: Ctx, c: Context): void {
  const incoming = (c.env as GatewayEnv['Bindings'] | undefined)?.incoming;
  if (ctx.app.config.allow_sandbox || !incoming?.socket) return;
  if (isOwnPeer(incoming, []) && isPrivateName(askedName(incoming.rawHeaders))) return;
  throw new AppError('模拟的短信与支付只在本机打开时可用；确实要公开演示，请以 ALLOW_SANDBOX=1 启动', { status: 403 });
}

/** The name that the request was sent to, as it came: the site's listener puts its own in the place of `headers.host`. */
function askedName(raw: readonly string[]): string {
  const at = raw.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  const url = `http://${at === -1 ? '' : raw[at + 1]}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
