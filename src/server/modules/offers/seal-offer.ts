import type { Ctx } from '../../app/ctx.ts';
import { sha256 } from '../../kernel/ids.ts';
import { openWithKey, sealToKey } from '../../kernel/sealed-to-key.ts';
import type { OfferFile } from './tables.ts';

/** What an offer says. */
export interface OfferContent {
  price_fen: number;
  price_max_fen: number | null;
  days: number;
  text: string;
  files: OfferFile[];
  work_ids: number[];
}

export interface SealedContent {
  sealed: string;
  /** Of the sealed text, so that it says nothing of what is in it. */
  seal_hash: string;
}

const keyName = (demand_id: number) => `tender:${demand_id}`;
const purpose = (demand_id: number, user_id: number) => `offer ${demand_id} ${user_id}`;

/**
 * The public key of a tender, made with its first offer; its private half is not to be had before `opens_at`, also when that moved on. An
 * earlier deadline does not bring it forward. @returns with when it is to be had
 */
export async function tenderKey(ctx: Ctx, demand_id: number, opens_at: Date): Promise<{ public_key: string; opens_at: Date }> {
  const { deadline_keys } = ctx.app.providers;
  const made = await deadline_keys.make(keyName(demand_id), opens_at);
  if (made.opens_at < opens_at) await deadline_keys.putOff(keyName(demand_id), opens_at);
  return { public_key: made.public_key, opens_at: made.opens_at < opens_at ? opens_at : made.opens_at };
}

/** The private half. @throws AppError 409 before its time */
export async function releaseKey(ctx: Ctx, demand_id: number): Promise<string> {
  return (await ctx.app.providers.deadline_keys.release(keyName(demand_id))).private_key;
}

/** Unreadable from here on, by this program too, until the key is released. Bound to the tender and to who offers. */
export function sealContent(public_key: string, of: { demand_id: number; user_id: number }, content: OfferContent): SealedContent {
  // padded, so that the length reveals little of the text
  const json = JSON.stringify(content);
  const bytes = Buffer.from(json.padEnd(Math.ceil(Buffer.byteLength(json) / 1_024) * 1_024 - (Buffer.byteLength(json) - json.length), ' '));
  const sealed = sealToKey(public_key, purpose(of.demand_id, of.user_id), bytes).toString('base64url');
  return { sealed, seal_hash: sha256(sealed) };
}

/** @throws Error when it was sealed for another tender or person, or changed */
export function openContent(private_key: string, of: { demand_id: number; user_id: number }, sealed: string): OfferContent {
  const bytes = openWithKey(private_key, purpose(of.demand_id, of.user_id), Buffer.from(sealed, 'base64url'));
  return JSON.parse(bytes.toString('utf8')) as OfferContent;
}
