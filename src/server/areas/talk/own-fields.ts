import type { ItemPublic } from '#contract/item.ts';
import { chaptersOf, type TalkDetail } from '#contract/talk.ts';
import type { Ctx } from '../../app/ctx.ts';

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
