import { ADDRESSES_MOST, type AddressInput, addressLine, checkAddress } from '#contract/address.ts';
import type { Address } from '#contract/outputs/mall.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import {
  type AddressRow,
  clearDefault,
  countAddresses,
  deleteAddress,
  deleteAddressesOf,
  findAddress,
  findAddresses,
  insertAddress,
  lockBook,
  updateAddress,
} from './repo.ts';

const dtoOf = ({ id, receiver, tel, province, city, detail, is_default }: AddressRow): Address => ({
  ...{ id, receiver, tel, province, city, detail },
  is_default: is_default ? 1 : 0,
});

/** The signed-in user's addresses, the default one first. */
export async function ownAddresses(ctx: Ctx): Promise<Address[]> {
  return (await findAddresses(ctx.db, requireUser(ctx))).map(dtoOf);
}

/**
 * Adds an address or changes one's own; one is always the default, at first the first. Locks the person's book.
 * @throws AppError 404 for what is not theirs, 409 beyond 20, code 1 with the wrong fields
 */
export async function saveAddress(ctx: Ctx, input: AddressInput): Promise<Address> {
  const user_id = requireUser(ctx);
  const wrong = checkAddress(input);
  if (Object.keys(wrong).length > 0) throw invalid(wrong as Record<string, string>);
  const { id, province, city } = input;
  const [receiver, tel, detail] = [input.receiver.trim(), input.tel.trim(), input.detail.trim()];
  return inTransaction(ctx, async (tx) => {
    await lockBook(tx.db, user_id);
    const before = id > 0 ? await findAddress(tx.db, user_id, id) : null;
    if (id > 0 && !before) throw notFound('地址不存在');
    const n = await countAddresses(tx.db, user_id);
    if (!before && n >= ADDRESSES_MOST) throw conflict(`最多保存 ${ADDRESSES_MOST} 个地址`);
    // the default one stays it until another is chosen
    const is_default = input.is_default || before?.is_default === true || n === 0;
    if (is_default && !before?.is_default) await clearDefault(tx.db, user_id);
    const values = { receiver, tel, province, city, detail, is_default, updated_at: tx.app.clock.now() };
    if (before) await updateAddress(tx.db, id, values);
    const saved = before?.id ?? (await insertAddress(tx.db, { user_id, ...values }));
    return dtoOf((await findAddress(tx.db, user_id, saved)) as AddressRow);
  });
}

/** Removes one's own address; the newest of the others becomes the default one in its place. @throws AppError 404 */
export async function removeAddress(ctx: Ctx, id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockBook(tx.db, user_id);
    const row = await findAddress(tx.db, user_id, id);
    if (!row) throw notFound('地址不存在');
    await deleteAddress(tx.db, id);
    const [next] = row.is_default ? await findAddresses(tx.db, user_id) : [];
    if (next) await updateAddress(tx.db, next.id, { is_default: true });
  });
}

/** One of somebody's addresses as it is written on a parcel; null for what is not theirs. */
export async function parcelAddress(
  ctx: Ctx,
  user_id: number,
  id: number,
): Promise<{ receiver: string; tel: string; address: string } | null> {
  const row = await findAddress(ctx.db, user_id, id);
  return row ? { receiver: row.receiver, tel: row.tel, address: addressLine(row) } : null;
}

/** Somebody is gone: so is where they lived. */
export function forgetAddresses(tx: TxCtx, user_id: number): Promise<void> {
  return deleteAddressesOf(tx.db, user_id);
}
