import type { KindFacts } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { Ctx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { type FieldErrors, invalid } from '../../kernel/errors.ts';

/** What an area asks before anything of its kind is published. */
export interface PublishGate {
  /** Key of the kind. */
  kind: string;
  /** Whether the signed-in user may publish the kind at all. @throws AppError when not */
  may(ctx: Ctx): Promise<void>;
  /** What is wrong with the form of an item beyond what every kind is asked. */
  check(ctx: Ctx, form: ItemForm, item_id: number): Promise<FieldErrors> | FieldErrors;
}

const gates = new Map<string, PublishGate>();

/** Called once a kind while the areas are put together. */
export function registerPublishGate(gate: PublishGate): void {
  assert(!gates.has(gate.kind), `a gate of ${gate.kind} is registered twice`);
  gates.set(gate.kind, gate);
}

/** @throws AppError when the signed-in user may not publish the kind */
export async function passGate(ctx: Ctx, { key }: Pick<KindFacts, 'key'>): Promise<void> {
  await gates.get(key)?.may(ctx);
}

/** @throws AppError code 1 with one message a wrong field */
export async function checkAtGate(ctx: Ctx, { key }: Pick<KindFacts, 'key'>, form: ItemForm, item_id: number): Promise<void> {
  const errors = (await gates.get(key)?.check(ctx, form, item_id)) ?? {};
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
