import type { SalonForm } from '#contract/outputs/salon.ts';
import { type Ctx, userId } from '../../app/ctx.ts';
import { publicPicture } from '../catalog/index.ts';
import { takePublicCopy } from '../publishing/index.ts';
import { findSalon, type SalonRow } from './repo.ts';
import type { SalonPicture } from './tables.ts';

type Pictured = Pick<SalonForm, 'guests'> & { cover?: number | null | undefined };

const filesOf = ({ cover, guests }: Pictured): number[] => [cover ?? [], ...guests.map(({ picture }) => picture ?? [])].flat();

/** Public copies of the files of a form that have none yet. @throws AppError 404 for what is not the user's or is no picture */
export async function copyPictures(ctx: Ctx, id: number | undefined, form: SalonForm): Promise<SalonPicture[]> {
  const row = id === undefined ? null : await findSalon(ctx.db, id);
  const known = new Set(row?.owner_id === userId(ctx) ? row?.pictures.map(({ file_id }) => file_id) : []);
  const copies: SalonPicture[] = [];
  for (const file_id of new Set(filesOf(form))) {
    if (!known.has(file_id)) copies.push({ file_id, ...(await takePublicCopy(ctx, file_id)) });
  }
  return copies;
}

/** The copies that a row has after a save: those that anything of it names. */
export function keptPictures(row: SalonRow | null, form: SalonForm, copies: readonly SalonPicture[]): SalonPicture[] {
  const named = new Set([form, row?.submitted, row].flatMap((one) => (one ? filesOf(one) : [])));
  const all = new Map([...(row?.pictures ?? []), ...copies].map((one) => [one.file_id, one]));
  return [...all.values()].filter(({ file_id }) => named.has(file_id));
}

export const copyOf = ({ pictures }: Pick<SalonRow, 'pictures'>, file_id: number | null | undefined): SalonPicture | undefined =>
  pictures.find((one) => one.file_id === file_id);

/** A picture of a salon as pages show it; null: it has none there. */
export function pictureOf(row: Pick<SalonRow, 'pictures'>, file_id: number | null | undefined) {
  const copy = copyOf(row, file_id);
  return copy ? publicPicture(copy.key, copy.width, copy.height) : null;
}
