import type { Context } from 'hono';
import type { Ctx } from '../app/ctx.ts';
import { AppError } from '../kernel/errors.ts';
import { isOwnPeer } from './client-address.ts';
import type { GatewayEnv } from './gateway.ts';

/**
 * The sandbox adapters show codes and pay bills without a login, so they answer only requests from this machine under its own name: not those
 * of a proxy, not those of a foreign host name that resolves to this machine (DNS rebinding). ALLOW_SANDBOX=1 lifts it.
 * @throws AppError 403
 */
export function requireSandboxAllowed(ctx: Ctx, c: Context): void {
  const incoming = (c.env as GatewayEnv['Bindings'] | undefined)?.incoming;
  if (ctx.app.config.allow_sandbox || !incoming?.socket) return;
  if (isOwnPeer(incoming, [])) return;
  throw new AppError('模拟的短信与支付只在本机打开时可用；确实要公开演示，请以 ALLOW_SANDBOX=1 启动', { status: 403 });
}
