import { expect, it, vi } from 'vitest';
import type { App, Ctx } from '../app/ctx.ts';
import type { Endpoint } from './endpoint.ts';
import { keepAct } from './gateway.ts';

it('an act that was done is not failed by the row about it', async () => {
  const error = vi.fn();
  const db = { insert: () => ({ values: () => Promise.reject(new Error('gone')) }) };
  const app = { db, log: { error, child: () => ({ error }) }, clock: { now: () => new Date() } } as unknown as App;
  const ctx = { app, actor: { kind: 'user', user_id: 1, employee_id: 2 }, request_id: 'r' } as unknown as Ctx;
  await keepAct(ctx, { method: 'POST', summary: '发布作品' } as Endpoint, { id: 3 });
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ enterprise_id: 1, user_id: 2, target_id: 3 }), expect.any(String));
});
