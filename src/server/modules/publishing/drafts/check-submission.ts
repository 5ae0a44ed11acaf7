import type { KindFacts } from '#contract/kinds.ts';
import { checkForm, formatsText, type ItemForm } from '#contract/publish.ts';
import type { Ctx } from '../../../kernel/ctx.ts';
import { type FieldErrors, invalid } from '../../../kernel/errors.ts';
import { kindTerms, ownFacets, termsById } from '../../catalog/index.ts';
import { type FileRow, findFile } from '../repo.ts';

/** The original (null for a kind without one) and, when chosen, the uploaded cover: both the owner's, both of the right type. */
export interface SubmittedFiles {
  original: FileRow | null;
  cover: FileRow | null;
}

/** @throws AppError with `fields.file_id` or `fields.cover_file_id` when a file is not the owner's or of another type */
export async function ownFiles(ctx: Ctx, owner_id: number, form: Pick<ItemForm, 'file_id' | 'cover_file_id'>): Promise<SubmittedFiles> {
  const original = form.file_id === null ? null : await findFile(ctx.db, form.file_id);
  const cover = form.cover_file_id === null ? null : await findFile(ctx.db, form.cover_file_id);
  const is_document = (file: FileRow) => file.type === 'pdf' || file.type === 'pptx';
  if (form.file_id !== null && (!original || original.owner_id !== owner_id || !is_document(original))) {
    throw invalid({ file_id: '文件不存在，请重新上传' });
  }
  if (form.cover_file_id !== null && (!cover || cover.owner_id !== owner_id || is_document(cover))) {
    throw invalid({ cover_file_id: '封面不存在，请重新上传' });
  }
  return { original, cover };
}

/** @throws AppError with one message a wrong field */
export async function checkSubmission(ctx: Ctx, kind: KindFacts, owner_id: number, form: ItemForm): Promise<SubmittedFiles> {
  const errors: FieldErrors = { ...checkForm(kind, form), ...(await wrongTerms(ctx, kind, form)) };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const files = await ownFiles(ctx, owner_id, form);
  if (files.original && !kind.formats.includes(files.original.type)) throw invalid({ file_id: `请上传 ${formatsText(kind)} 文件` });
  return files;
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
    const facet = ownFacets(kind).find((one) => one.key === key);
    if (terms.get(id)?.facet !== key || !facets[key]?.some((term) => term.id === id)) errors['terms'] = `请选择${facet?.label ?? '选项'}`;
  }
  return errors;
}
