import type { ItemForm } from '#contract/publish.ts';

/** The list with the entry at `from` at `to`; an end that is passed is the end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, at) => at !== from);
  const entry = list[from];
  if (entry === undefined) return [...list];
  const at = Math.max(0, Math.min(others.length, to));
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

/** What a form says after its pictures became these: the cover stays the same picture while it is there, else the first. */
export function withPictures(form: ItemForm, pictures: readonly number[]): Pick<ItemForm, 'pictures' | 'cover_page' | 'cover_focus'> {
  if (form.cover_page === null) return { pictures, cover_page: null, cover_focus: form.cover_focus };
  const before = form.pictures[form.cover_page - 1];
  const at = before === undefined ? -1 : pictures.indexOf(before);
  return { pictures, cover_page: Math.max(0, at) + 1, cover_focus: at === -1 ? null : form.cover_focus };
}
