import type { ItemPublic } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import { KIND, talkCalls } from '#contract/talk/calls.ts';
import { chapterSeconds, chaptersOf, type TalkDetail } from '#contract/talk.ts';
import { type Ctx, can, requireUser } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { type FieldErrors, forbidden } from '../../kernel/errors.ts';
import { countWorksOf, getItem, recommendItems } from '../../modules/catalog/index.ts';
import { filmsOf, type PublishGate } from '../../modules/publishing/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import type { Manifest } from '../manifest.ts';

type Own = Pick<TalkDetail, 'speaker' | 'speaker_about' | 'video_url' | 'duration_s' | 'chapters' | 'salon_id'>;

/** What the detail call of a talk says beyond what all do, the same for every reader. */
export function talkFields(_ctx: Ctx, { fields, video }: ItemPublic): Promise<Own> {
  return Promise.resolve({
    speaker: String(fields['speaker'] ?? ''),
    speaker_about: String(fields['speaker_about'] ?? ''),
    video_url: video?.src ?? '',
    duration_s: video?.duration_s ?? 0,
    chapters: chaptersOf(fields['chapters']),
    salon_id: Number(fields['salon_id'] ?? 0),
  });
}

const TIMES = '左边请写时间，例如 02:30';

/** What is wrong with a talk beyond what every form is asked. Another film may be shorter than the one that its chapters were written for. */
async function wrongInTalk(ctx: Ctx, { fields, video_file_id }: ItemForm): Promise<FieldErrors> {
  const chapters = Array.isArray(fields['chapters']) ? (fields['chapters'] as ReadonlyArray<{ key: string }>) : [];
  if (chapters.some(({ key }) => chapterSeconds(key) === null)) return { 'field.chapters': TIMES };
  const film = video_file_id === null ? undefined : (await filmsOf(ctx, [video_file_id])).get(video_file_id);
  const late = film && chapters.find(({ key }) => (chapterSeconds(key) as number) * 1000 >= film.duration_ms);
  return late ? { 'field.chapters': `${late.key} 已在视频结束之后，请修改或删除这一章` } : {};
}

/** Talks are published by who holds salons, and by staff. */
export const talkGate: PublishGate = {
  kind: KINDS.talk.key,
  async may(ctx) {
    const user_id = requireUser(ctx);
    if (can(ctx.actor, 'topic.edit')) return;
    if (((await countWorksOf(ctx, user_id)).get(KINDS.salon.code) ?? 0) === 0) throw forbidden('举办过沙龙的主办方才能发布短分享');
  },
  async check(ctx, form) {
    const errors = await wrongInTalk(ctx, form);
    const salon = form.fields['salon_id'];
    if (typeof salon !== 'number') return errors;
    const item = await getItem(ctx, salon);
    if (!item || (item.publisher_id !== requireUser(ctx) && !can(ctx.actor, 'topic.edit')))
      errors['field.salon_id'] = '只能选择自己举办的沙龙';
    return errors;
  },
};

/** Calls of short talks beside those that the row of the kind makes (publishing). */
const talkEndpoints: Endpoint[] = [
  serve(talkCalls.get_salon_path, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(talkCalls.get_salon_path2, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
    page,
    limit,
  })),
];

/** Short talks of salons ("xted"): a film, who speaks, and its chapters. */
export const talkArea: Manifest = {
  name: 'talk',
  endpoints: talkEndpoints,
  publish_gates: [talkGate],
  own_fields: { [KINDS.talk.key]: talkFields },
};
