import type { Context } from 'hono';
import { ENTERPRISE_HEADER } from '#contract/envelope.ts';
import { type Actor, type App, type Ctx, createCtx } from '../app/ctx.ts';
import { forbidden } from '../kernel/errors.ts';
import { actsFor, recordAct } from '../modules/employees/index.ts';
import type { Endpoint } from './endpoint.ts';

/** Calls by which people look after their own login and messages, whichever page they are on. */
const OWN = new Set(['identity', 'account', 'user']);

/**
 * Who acts in a call that employees may make: the enterprise that the header names, when its employee has the right now. Roles of staff do
 * not come along. @throws AppError 403 for anybody else
 */
export async function inNameOf(app: App, c: Context, { acts, method, tag }: Endpoint, actor: Actor): Promise<Actor> {
  const named = c.req.header(ENTERPRISE_HEADER);
  if (!named || actor.kind !== 'user') return actor;
  if (!acts) {
    // what somebody presses on the enterprise's page must not happen to their own account
    if (method !== 'GET' && !OWN.has(tag)) throw forbidden('员工不能以企业名义进行这项操作');
    return actor;
  }
  const enterprise_id = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0;
  if (!(await actsFor(app.db, actor.user_id, enterprise_id, acts))) throw forbidden('您不能以这家企业的名义操作，请确认员工权限');
  if (enterprise_id === actor.user_id) return actor;
  return { ...actor, user_id: enterprise_id, roles: [], employee_id: actor.user_id };
}

/** Keeps what an employee changed in the enterprise's name; reading leaves no row. */
export async function keepAct(ctx: Ctx, { method, summary }: Endpoint, input: unknown): Promise<void> {
  const { actor, app, request_id } = ctx;
  if (method === 'GET' || actor.kind !== 'user' || actor.employee_id === undefined) return;
  const id = (input as { id?: unknown } | null)?.id;
  const act = summary.split(/[：，；]/)[0] ?? summary;
  const row = { enterprise_id: actor.user_id, user_id: actor.employee_id, act, target_id: typeof id === 'number' ? id : null };
  await recordAct(createCtx(app, actor, request_id), row);
}
