import { z } from 'zod';
import { HAND_IN_STATES } from '#contract/study.ts';

const handInFields = {
  id: z.int(),
  state: z.enum(HAND_IN_STATES),
  text: z.string(),
  files: z.array(z.strictObject({ id: z.int(), name: z.string(), size_bytes: z.int() })),
  /** Of the teacher; empty until it is judged. */
  word: z.string(),
  /** Of a hundred; null: none was given. */
  mark: z.int().nullable(),
  /** Unix seconds. */
  at: z.int(),
};
const handInOutput = z.strictObject(handInFields);
export type HandIn = z.infer<typeof handInOutput>;

export const exerciseOutput = z.strictObject({
  task: z.string(),
  /** Goes with the task; empty: none. */
  file: z.string(),
  /** Why this reader hands nothing in, or no more; empty: they may. */
  closed: z.string(),
  /** Own ones, the newest first. */
  hand_ins: z.array(handInOutput),
});
export type Exercise = z.infer<typeof exerciseOutput>;

const learnersHandInOutput = z.strictObject({
  ...handInFields,
  ...{ lesson_id: z.int(), lesson: z.string(), course_id: z.int(), course: z.string(), nickname: z.string() },
});
export type LearnersHandIn = z.infer<typeof learnersHandInOutput>;

export const handInsOutput = z.strictObject({
  ...{ list: z.array(learnersHandInOutput), total: z.int(), page: z.int(), limit: z.int() },
  /** Of which there are any. */
  courses: z.array(z.strictObject({ id: z.int(), title: z.string() })),
});
