import type { Ctx } from '../../app/ctx.ts';
import { openWith } from '../../kernel/key-ring.ts';
import { PERSON } from './realname.ts';
import { findCertifiedNames, findPerson } from './repo.ts';
import { ringOf } from './sealed-pictures.ts';

const plain = (name: string): string => name.normalize('NFKC').replace(/[\s·.]/g, '');

/** Whether a name is that of the user as they were verified, or of their certified enterprise. Null: neither was ever verified. */
export async function isVerifiedAs(ctx: Ctx, user_id: number, name: string): Promise<boolean | null> {
  const person = await findPerson(ctx.db, user_id);
  const names = [...(await findCertifiedNames(ctx.db, [user_id])).values()];
  if (person?.status === 'approved') names.push((JSON.parse(openWith(ringOf(ctx), PERSON, person.sealed)) as { name: string }).name);
  return names.length === 0 ? null : names.some((known) => plain(known) === plain(name));
}
