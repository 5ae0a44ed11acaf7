import { z } from 'zod';
import type { StaffVerb } from '#contract/staff.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { ownSetting } from './get-setting.ts';

/** Rows that say something by rules of the program, and are written once more when those change. */
export interface Renewal {
  /** Where the rows' version is stored. */
  key: string;
  /** Raised with every change of the rules. */
  rules: number;
  /** Ids behind one, in rising order; fewer than `most`: the last. */
  next(ctx: Ctx, after: number, most: number): Promise<number[]>;
  /** Brings one in line; doing it again changes nothing. */
  renew(ctx: Ctx, id: number): Promise<unknown>;
}

const BATCH = 100;
/** Up to which row those rules hold; `after` null: for all. */
const progress = z.object({ rules: z.int(), after: z.int().nullable() }).default({ rules: 0, after: 0 }) as z.ZodType<{
  rules: number;
  after: number | null;
}>;

/**
 * A run over all rows of older rules, a batch a step, so that an interrupted one goes on where it was. Rows that change meanwhile are written by
 * their own change. The run answers how many it looked at.
 */
export function renewalOf({ key, rules, next, renew }: Renewal): (ctx: Ctx, stopping?: AbortSignal) => Promise<number> {
  const state = ownSetting(key, progress);
  return async (ctx, stopping) => {
    const before = await state.read(ctx);
    let after = before.rules === rules ? before.after : 0;
    let written = 0;
    while (after !== null) {
      stopping?.throwIfAborted();
      const ids = await next(ctx, after, BATCH);
      for (const id of ids) await renew(ctx, id);
      written += ids.length;
      after = ids.length < BATCH ? null : (ids.at(-1) ?? null);
      const now = { rules, after };
      await inTransaction(ctx, (tx) => state.write(tx, now));
    }
    return written;
  };
}

/** Something that an operator sets. The module that reads it defines it; its area's manifest lists it. */
export interface Setting<T = unknown> {
  key: string;
  /** Says what is allowed, and the value before anybody set one. */
  schema: z.ZodType<T>;
  group: SettingGroup;
  /** For the operator. */
  title: string;
  about: string;
  /** Anybody may read it through the gateway. */
  is_public: boolean;
  /** Who changes it. */
  verb: StaffVerb;
  /** Shares, withdrawals, bounds: an admin changes it and another admin confirms. */
  moves_money: boolean;
}

/** Where staff look for a setting, in this order. */
const SETTING_GROUPS = ['交易', '审核与安全', '合作与沟通', '会员、积分与活动', '搜索', '助手', '页面与联系方式', '运维'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

interface Words {
  group: SettingGroup;
  title: string;
  about: string;
  is_public?: boolean;
  verb?: StaffVerb;
  moves_money?: boolean;
}

/** @param schema with a default */
export function defineSetting<T>(key: string, schema: z.ZodType<T>, words: Words): Setting<T> {
  const { moves_money = false } = words;
  return { key, schema, is_public: false, verb: moves_money ? 'user.roles' : 'settings.set', ...words, moves_money };
}

/** An amount: stored in fen, shown to its operator and typed by them in yuan. */
export const fenSchema = (min: number, max: number, fallback: number) => z.int().min(min).max(max).meta({ unit: 'fen' }).default(fallback);

const known = new Map<string, Setting>();

/** Called while the areas are put together; a key belongs to one setting. */
export function registerSettings(settings: readonly Setting[]): void {
  for (const setting of settings) {
    assert(!known.has(setting.key), `the setting ${setting.key} is defined twice`);
    known.set(setting.key, setting);
  }
}

/** Every setting that the areas listed, group by group. */
export function allSettings(): Setting[] {
  return SETTING_GROUPS.flatMap((group) => [...known.values()].filter((one) => one.group === group));
}

export function findSettingByKey(key: string): Setting | null {
  return known.get(key) ?? null;
}
