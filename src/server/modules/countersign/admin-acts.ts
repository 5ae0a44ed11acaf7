import { ROLE_NAMES, type Role } from '#contract/staff.ts';
import { type Ctx, can } from '../../app/ctx.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { publicUsers, rolesNow, setRolesOf } from '../identity/index.ts';
import { findSettingByKey, getSetting, setOperatorSetting } from '../settings/index.ts';
import { defineStaffAct, performAct } from './perform-act.ts';

const rolesAct = defineStaffAct<{ user_id: number; roles: Role[]; reason: string }, void>({
  name: 'user.roles',
  title: '设定角色',
  verb: 'user.roles',
  by_admin: true,
  concerns: (_ctx, { user_id }) => [user_id],
  // taking roles away moves nothing out
  value: async (ctx, { user_id, roles }) => {
    const before = (await rolesNow(ctx, user_id)) ?? [];
    return roles.some((role) => !before.includes(role)) ? 'always' : 0;
  },
  about: async (ctx, { user_id, roles, reason }) => {
    const name = (await publicUsers(ctx, [user_id])).get(user_id).nickname;
    return `「${name}」成为${roles.map((role) => ROLE_NAMES[role]).join('、') || '普通用户'}（${reason}）`;
  },
  run: setRolesOf,
});

/** Gives and takes roles; what is given another admin confirms. @throws as `performAct` */
export function giveRoles(ctx: Ctx, input: { user_id: number; roles: readonly Role[]; reason: string }): Promise<void> {
  return performAct(ctx, rolesAct, { ...input, roles: [...input.roles] });
}

const settingAct = defineStaffAct<{ key: string; value: unknown }, void>({
  name: 'settings.set',
  title: '修改设置',
  verb: 'settings.set',
  by_admin: true,
  concerns: () => [],
  value: (_ctx, { key }) => (findSettingByKey(key)?.moves_money ? 'always' : 0),
  about: async (ctx, { key, value }) => {
    const setting = findSettingByKey(key);
    const now = setting ? await getSetting(ctx, setting) : '';
    return `${setting?.title ?? key}由 ${JSON.stringify(now)} 改为 ${JSON.stringify(value)}`.slice(0, 500);
  },
  run: (tx, { key, value }) => setOperatorSetting(tx, key, value),
});

/** Changes a setting; one that moves money another admin confirms. @throws as `performAct` */
export async function changeSetting(ctx: Ctx, key: string, value: unknown): Promise<void> {
  const setting = findSettingByKey(key);
  if (!setting) throw notFound('没有这项设置');
  if (!can(ctx.actor, setting.verb)) throw forbidden('这项设置由管理员修改');
  await performAct(ctx, settingAct, { key, value });
}
