import type { FieldValues } from '#contract/fields.ts';
import type { Film, Picture, Term } from '#contract/item.ts';
import { paths } from '#contract/paths.ts';
import { pictureWidths } from '#contract/picture.ts';
import type { ItemForm } from '#contract/publish.ts';
import { checkVtt } from '#contract/web-vtt.ts';
import { type Ctx, requireUser } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { hmacSha256, sameText, sha256 } from '../../../kernel/ids.ts';
import { getItem, type Item, kindOf, type ShownItem, tagNamed, termsById } from '../../catalog/index.ts';
import { loginOf, loginStands } from '../../identity/index.ts';
import { signFilm } from '../open-film.ts';
import { type FileRow, findDraft, findFilePages } from '../repo.ts';
import { freePages, priceOf, tidyForm } from '../rules.ts';
import { signPicture } from '../take-picture.ts';
import { ownFiles, type SubmittedFiles } from './check-submission.ts';
import { formOfItem } from './form-of-item.ts';

const TTL_S = 30 * 60;
const NO_FILES: SubmittedFiles = { original: null, cover: null, pictures: [], video: null };

/**
 * An address at which the draft of an own item is seen as a visitor would see it, for half an hour and while they are signed in.
 * Pages know no reader, so the address itself is the right: who holds it sees the draft. @throws AppError 404
 */
export async function previewAddress(ctx: Ctx, id: number): Promise<{ url: string; expires_at: number }> {
  const owner_id = requireUser(ctx);
  const item = await getItem(ctx, id);
  if (!item || item.publisher_id !== owner_id) throw notFound('作品不存在');
  const expires_at = unixSeconds(ctx.app.clock.now()) + TTL_S;
  const login = loginOf(ctx);
  const ticket = `${expires_at.toString(36)}-${login.toString(36)}-${signature(ctx, id, login, expires_at)}`;
  return { url: `${paths.detail(kindOf(item.kind), id)}&preview=${ticket}`, expires_at };
}

/** The login for which the ticket of an address was made; null: it is not ours, not for this item, or over. */
export async function opensPreview(ctx: Ctx, id: number, ticket: string): Promise<number | null> {
  const [, until = '', made_by = '', sign = ''] = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{64})$/.exec(ticket) ?? [];
  const [expires_at, login] = [Number.parseInt(until, 36), Number.parseInt(made_by, 36)];
  const right = expires_at > unixSeconds(ctx.app.clock.now()) && sameText(signature(ctx, id, login, expires_at), sign);
  return right && (await loginStands(ctx, { token_id: login })) ? login : null;
}

function signature(ctx: Ctx, id: number, login: number, expires_at: number): string {
  return hmacSha256(ctx.app.config.secrets.link, `preview:${id}:${login}:${expires_at}`);
}

/** What the page of an item is made of, as its draft would have it. */
export interface DraftShown {
  shown: ShownItem;
  fields: FieldValues;
  film: Omit<Film, 'poster'> | null;
  /** Pictures of a draft have no public address. */
  picture(key: string, width: number, height: number): Picture;
}

/** The draft of an item as its page would show it to who holds a login's preview; null: there is no such item. The caller has asked for the right. */
export async function draftShown(ctx: Ctx, id: number, login: number): Promise<DraftShown | null> {
  const item = await getItem(ctx, id);
  if (!item) return null;
  const kind = kindOf(item.kind);
  const form = tidyForm(kind, (await findDraft(ctx.db, id))?.form ?? (await formOfItem(ctx, item)));
  const files = await filesOf(ctx, item, form);
  const pages = await pagesOf(ctx, files);
  const { terms, tag_ids } = await termsOf(ctx, item, form);
  const free_pages = pages.length === 0 ? 0 : kind.media && !kind.media.locked ? pages.length : freePages(form.free_pages, pages.length);
  const size_bytes = files.original?.size_bytes ?? files.pictures.reduce((sum, one) => sum + one.size_bytes, 0);
  const like: Item = {
    ...item,
    ...{ title: form.title || `未命名${kind.noun}`, introduction: form.introduction },
    ...{ category_id: form.category_id, category_sub_id: form.category_id_sub, term_ids: Object.values(form.terms), tag_ids },
    ...priceOf(form),
    org_price_fen: priceOf(form).price_fen,
    ...{ file_id: form.file_id, file_size_bytes: size_bytes, format: files.original?.type ?? '' },
    ...{ page_count: pages.length, free_pages, page_texts: pages.slice(0, free_pages).map((page) => page.text) },
    ...coverOf(form, files, pages),
    published_at: item.published_at ?? ctx.app.clock.now(),
  };
  return {
    shown: { item: like, pages: pages.slice(0, Math.max(1, free_pages)), terms },
    fields: form.fields,
    film: filmOf(ctx, { id, login }, files.video, form.video_captions),
    picture: (key, width, height) => signedPicture(ctx, { key, width, height }, login),
  };
}

/** A file that is gone leaves its place empty: the form says so when it is submitted. */
async function filesOf(ctx: Ctx, item: Item, form: ItemForm): Promise<SubmittedFiles> {
  try {
    return await ownFiles(ctx, item.publisher_id, form);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return NO_FILES;
  }
}

/** Pages of the files that an item's draft names, for who may see what is not submitted. */
export async function draftPages(ctx: Ctx, item: Item) {
  const form = (await findDraft(ctx.db, item.id))?.form;
  const pages = form ? await pagesOf(ctx, await filesOf(ctx, item, tidyForm(kindOf(item.kind), form))) : [];
  return pages.map(({ page_no, key, width, height }) => ({ page_no, key, width, height }));
}

async function pagesOf(ctx: Ctx, { original, pictures }: SubmittedFiles) {
  if (pictures.length > 0 || !original) {
    return pictures.map(({ key, width, height, placeholder }, at) => ({ page_no: at + 1, key, width, height, placeholder, text: '' }));
  }
  return (await findFilePages(ctx.db, original.id)).map((page) => ({ ...page, placeholder: '' }));
}

type Pages = Awaited<ReturnType<typeof pagesOf>>;

function coverOf(form: ItemForm, { cover }: SubmittedFiles, pages: Pages): Pick<Item, 'cover_key' | 'cover_width' | 'cover_height'> {
  const from = cover ?? pages.find((page) => page.page_no === form.cover_page) ?? pages[0];
  return from
    ? { cover_key: from.key, cover_width: from.width, cover_height: from.height }
    : { cover_key: '', cover_width: 0, cover_height: 0 };
}

/** Tags that were never used have no number before the work is submitted: they are left out. */
async function termsOf(ctx: Ctx, item: Item, form: ItemForm) {
  const kind = kindOf(item.kind);
  const tags = (await Promise.all(form.tags.map((name) => tagNamed(ctx, kind, name)))).filter((tag): tag is Term => tag !== null);
  const tag_ids = tags.map((tag) => tag.id);
  const named = [form.category_id, form.category_id_sub].filter((id) => id !== null);
  const terms = await termsById(ctx, [...named, ...Object.values(form.terms), ...tag_ids]);
  return { terms, tag_ids };
}

function filmOf(ctx: Ctx, { id, login }: { id: number; login: number }, video: FileRow | null, vtt: string): DraftShown['film'] {
  if (!video?.film) return null;
  const { type, width, height, duration_ms } = video.film;
  const captions = vtt !== '' && checkVtt(vtt).error === null ? signDraftCaptions(ctx, { id, login, key: video.key, vtt }) : '';
  return { src: signFilm(ctx, video.key, login), type, width, height, duration_s: Math.ceil(duration_ms / 1000), captions };
}

function signedPicture(ctx: Ctx, picture: { key: string; width: number; height: number }, login: number): Picture {
  const { width, height } = picture;
  const steps = pictureWidths(width).map((step) => ({ step, src: signPicture(ctx, picture, step, login).src }));
  const shown = steps.find(({ step }) => step >= 640) ?? steps.at(-1);
  return { src: shown?.src ?? '', srcset: steps.map(({ step, src }) => `${src} ${step}w`).join(', '), width, height };
}

/** Captions of a draft lie under no public address: its own names the draft, and works for half an hour. */
function signDraftCaptions(ctx: Ctx, { id, login, key, vtt }: { id: number; login: number; key: string; vtt: string }): string {
  const expires = unixSeconds(ctx.app.clock.now()) + TTL_S;
  const sign = captionsSignature(ctx, key, { draft: id, login, expires });
  const v = sha256(vtt).slice(0, 8);
  return `/video/${key}.vtt?${new URLSearchParams({ v, draft: String(id), login: String(login), expires: String(expires), sign })}`;
}

/** WebVTT that the draft of an item has for the film under a key, by the address of its preview; null: there is none to be seen. */
export async function openDraftCaptions(
  ctx: Ctx,
  key: string,
  { sign, ...ticket }: { draft: number; login: number; expires: number; sign: string },
): Promise<string | null> {
  const { draft, login, expires } = ticket;
  if (!(expires > unixSeconds(ctx.app.clock.now()) && sameText(captionsSignature(ctx, key, ticket), sign))) return null;
  if (!(await loginStands(ctx, { token_id: login }))) return null;
  const item = await getItem(ctx, draft);
  if (!item) return null;
  const { video_captions } = tidyForm(kindOf(item.kind), (await findDraft(ctx.db, draft))?.form ?? (await formOfItem(ctx, item)));
  return video_captions !== '' && checkVtt(video_captions).error === null ? video_captions : null;
}

function captionsSignature(ctx: Ctx, key: string, { draft, login, expires }: { draft: number; login: number; expires: number }): string {
  return hmacSha256(ctx.app.config.secrets.link, `captions:${draft}:${key}:${login}:${expires}`);
}
