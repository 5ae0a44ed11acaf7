import { z } from 'zod';
import type * as contract from '#contract/talk.ts';
import { itemDetailOutput } from './item.ts';

export const talkDetailOutput = itemDetailOutput.extend({
  speaker: z.string(),
  speaker_about: z.string(),
  video_url: z.string(),
  duration_s: z.int(),
  chapters: z.array(z.strictObject({ at_s: z.int(), title: z.string() })),
  salon_id: z.int(),
}) satisfies z.ZodType<contract.TalkDetail>;
