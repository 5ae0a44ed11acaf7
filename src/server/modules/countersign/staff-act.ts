import type { StaffVerb } from '#contract/staff.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';

/** Fen; `always`: whatever it is worth, a second person confirms it. */
export type ActValue = number | 'always';

/** Something that staff do and that moves money, rank or personal data out. Its input is stored as JSON while it waits. */
export interface StaffAct<Input extends object = object, Result = unknown> {
  /** As the table of `contract/staff-bounds.ts` names it. */
  name: string;
  title: string;
  verb: StaffVerb;
  /** Whom it serves or harms: neither they nor accounts of theirs do or confirm it. */
  concerns(ctx: Ctx, input: Input): readonly number[] | Promise<readonly number[]>;
  value(tx: TxCtx, input: Input): ActValue | Promise<ActValue>;
  /** What will happen, for who confirms. */
  about(ctx: Ctx, input: Input): string | Promise<string>;
  /** Does it. Also asked for validation, in a transaction that is taken back: no effect but in the database and after the commit. */
  run(tx: TxCtx, input: Input): Promise<Result>;
  /** Only who gives roles confirms it. */
  by_admin?: boolean;
  /** Its result is for the eyes of who asked: a confirmation lets them do it once more, within a day. */
  result_is_secret?: boolean;
}

const known = new Map<string, StaffAct>();

export function defineStaffAct<Input extends object, Result>(act: StaffAct<Input, Result>): StaffAct<Input, Result> {
  assert(!known.has(act.name), `the staff act ${act.name} is defined twice`);
  known.set(act.name, act as unknown as StaffAct);
  return act;
}

export function findStaffAct(name: string): StaffAct | null {
  return known.get(name) ?? null;
}

export function allStaffActs(): StaffAct[] {
  return [...known.values()];
}
