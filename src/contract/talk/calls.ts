import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { idField, limitField, pageField } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { itemDetailOutput, relatedItemOutput } from '#contract/outputs/item.ts';
import type * as contract from '#contract/talk.ts';

const call = callsOf('talk');

export const KIND = KINDS.talk;
const { related } = KIND.calls;

const talkDetailOutput = itemDetailOutput.extend({
  speaker: z.string(),
  speaker_about: z.string(),
  video_url: z.string(),
  duration_s: z.int(),
  chapters: z.array(z.strictObject({ at_s: z.int(), title: z.string() })),
  salon_id: z.int(),
}) satisfies z.ZodType<contract.TalkDetail>;

export const talkCalls = {
  get_salon_path: call('GET', '/api/salon/xted_detail', {
    summary: '短分享详情：讲者、视频、章节与来自哪一场沙龙',
    auth: 'optional',
    owned: { id: 'talk' },
    input: z.object({ id: idField }),
    output: talkDetailOutput,
  }),
  get_salon_path2: call('GET', '/api/salon/xted_related', {
    summary: '相似的短分享，翻页即换一批',
    auth: 'none',
    open: { id: 'talk' },
    input: z.object({ id: idField, page: pageField, limit: limitField(related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
};
