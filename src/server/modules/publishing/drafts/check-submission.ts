import type { KindFacts } from '#contract/kinds.ts';
import { checkForm, formatsText, type ItemForm, SCHEDULE_MAX_S } from '#contract/publish.ts';
import type { Ctx, TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { type FieldErrors, invalid } from '../../../kernel/errors.ts';
import { chosenFacets, itemsById, kindOf, kindTerms, termsById, termsKept } from '../../catalog/index.ts';
import { type FileRow, findFiles } from '../repo.ts';
import { VIDEO_TYPES } from '../rules.ts';

export const SCHEDULE_TOO_FAR = '发布时间最晚为一年以后';

/** What a form names: the original (null for a kind without one), the uploaded cover, pictures in order and the film. All the owner's. */
export interface SubmittedFiles {
  original: FileRow | null;
  cover: FileRow | null;
  pictures: FileRow[];
  video: FileRow | null;
}

/** The fields of a form that name stored files. */
export type NamedFiles = Pick<ItemForm, 'file_id' | 'cover_file_id' | 'pictures' | 'video_file_id'>;

/** Every file that a form names, each once. */
export function fileIdsOf({ file_id, cover_file_id, pictures, video_file_id }: NamedFiles): number[] {
  return [...new Set([file_id, cover_file_id, video_file_id, ...pictures].filter((id) => id !== null))];
}

/** @throws AppError with the field of a file that is not the owner's, or is no picture or no film where one is wanted */
export async function ownFiles(ctx: Ctx, owner_id: number, form: NamedFiles): Promise<SubmittedFiles> {
  const found = await findFiles(ctx.db, fileIdsOf(form));
  const own = (id: number | null, is_right: (file: FileRow) => boolean, field: string, message: string): FileRow | null => {
    if (id === null) return null;
    const file = found.get(id);
    if (file?.owner_id !== owner_id || !is_right(file)) throw invalid({ [field]: message });
    return file;
  };
  const is_picture = ({ width }: FileRow) => width > 0;
  const is_video = ({ type }: FileRow) => VIDEO_TYPES.includes(type);
  return {
    original: own(form.file_id, (file) => !is_picture(file) && !is_video(file), 'file_id', '文件不存在，请重新上传'),
    cover: own(form.cover_file_id, is_picture, 'cover_file_id', '封面不存在，请重新上传'),
    pictures: form.pictures.flatMap((id) => own(id, is_picture, 'pictures', '有图片不存在，请重新上传') ?? []),
    video: own(form.video_file_id, is_video, 'video_file_id', '视频不存在，请重新上传'),
  };
}

/** @throws AppError with one message a wrong field */
export async function checkSubmission(ctx: Ctx, kind: KindFacts, owner_id: number, form: ItemForm): Promise<SubmittedFiles> {
  const errors: FieldErrors = {
    ...checkForm(kind, form),
    ...(await wrongTerms(ctx, kind, form)),
    ...(await wrongItems(ctx, kind, owner_id, form)),
    ...wrongTime(ctx, form),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const files = await ownFiles(ctx, owner_id, form);
  if (files.original && !kind.formats.includes(files.original.type)) throw invalid({ file_id: `请上传 ${formatsText(kind)} 文件` });
  if (files.video && !kind.media?.video) throw invalid({ video_file_id: `${kind.noun}没有视频` });
  return files;
}

function wrongTime(ctx: Ctx, { publish_at }: ItemForm): FieldErrors {
  const far = publish_at !== null && publish_at > unixSeconds(ctx.app.clock.now()) + SCHEDULE_MAX_S;
  return far ? { publish_at: SCHEDULE_TOO_FAR } : {};
}

async function wrongTerms(ctx: Ctx, kind: KindFacts, form: ItemForm): Promise<FieldErrors> {
  const [terms, { categories, facets }] = await Promise.all([termsById(ctx, Object.values(form.terms)), kindTerms(ctx, kind)]);
  const category = categories.find((term) => term.id === form.category_id);
  const errors: FieldErrors = {};
  if (form.category_id !== null && !category) errors['category_id'] = '请选择分类';
  else if (form.category_id_sub !== null && !category?.children?.some((term) => term.id === form.category_id_sub)) {
    errors['category_id_sub'] = '请选择二级分类';
  }
  for (const [key, id] of Object.entries(form.terms)) {
    const facet = chosenFacets(kind).find((one) => one.key === key);
    if (terms.get(id)?.facet !== key || !facets[key]?.some((term) => term.id === id))
      errors[`terms.${key}`] = `请选择${facet?.label ?? '选项'}`;
  }
  return errors;
}

/** Holds the terms of a form that was checked a moment ago: staff may take one away until a work carries it. @throws AppError with the field */
export async function holdTerms(tx: TxCtx, { category_id, category_id_sub, terms }: ItemForm): Promise<void> {
  const chosen: Array<[field: string, id: number | null, message: string]> = [
    ['category_id', category_id, '所选的分类刚被删除，请重新选择'],
    ['category_id_sub', category_id_sub, '所选的二级分类刚被删除，请重新选择'],
    ...Object.entries(terms).map(([key, id]): [string, number, string] => [`terms.${key}`, id, '所选的选项刚被删除，请重新选择']),
  ];
  const kept = await termsKept(
    tx,
    chosen.flatMap(([, id]) => id ?? []),
  );
  const gone = chosen.find(([, id]) => id !== null && !kept.has(id));
  if (gone) throw invalid({ [gone[0]]: gone[2] });
}

/** Fields that name an item: one of their kind that everybody may see, or the publisher's own. */
async function wrongItems(ctx: Ctx, { fields = [] }: KindFacts, owner_id: number, form: ItemForm): Promise<FieldErrors> {
  const named = fields.flatMap((field) => {
    const id = form.fields[field.key];
    return field.type === 'item' && typeof id === 'number' ? [{ field, id }] : [];
  });
  const found = await itemsById(
    ctx,
    named.map(({ id }) => id),
  );
  const errors: FieldErrors = {};
  for (const { field, id } of named) {
    const item = found.get(id);
    const right = item && kindOf(item.kind).key === field.kind && (item.status === 'published' || item.publisher_id === owner_id);
    if (!right) errors[`field.${field.key}`] = `所选的${field.label}已不存在，请重新选择`;
  }
  return errors;
}

/** The same value with the keys of every object in one order: the database keeps them in its own. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, inOrder(one)]),
  );
}

/** Whether two trees, or what stands where one is expected, say the same. */
export function sameDoc(a: unknown, b: unknown): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
}
