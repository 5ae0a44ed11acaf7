import { KINDS } from '#contract/kinds.ts';
import type { FieldErrors } from '../../../kernel/errors.ts';
import type { PublishGate } from '../../publishing/index.ts';
import { countReady } from './outline.repo.ts';
import { requireTeacher } from './teachers.ts';

/** Courses are made by teachers, and one without a lesson is none. */
export const courseGate: PublishGate = {
  kind: KINDS.course.key,
  async may(ctx) {
    await requireTeacher(ctx);
  },
  async check(ctx, _form, item_id) {
    const ready = (await countReady(ctx.db, [item_id])).get(item_id) ?? 0;
    const errors: FieldErrors = ready > 0 ? {} : { lessons: '请至少添加一个已就绪的课时，再提交课程' };
    return errors;
  },
};
