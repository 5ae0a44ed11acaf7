import sharp from 'sharp';
import { KINDS } from '#contract/kinds.ts';
import type { TeacherForm } from '#contract/outputs/teaching.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { TEACH_FIELDS } from '#contract/teaching.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { ensureTerm } from '#server/modules/catalog/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { teachers } from '#server/modules/study/tables.ts';
import { makePerson, type Person, type Place } from './people.ts';

/** An application that may be sent in. */
export const teacherForm = (change: Partial<TeacherForm> = {}): TeacherForm => ({
  ...{ name: '林知远', position: '资深活动导演', field: TEACH_FIELDS[0], sample_file_id: null, agreed: true },
  introduction: '做了十二年大型活动，带过三十多人的执行团队，能把流程表、预算和现场调度讲明白。',
  sample_link: 'https://example.com/talk',
  ...change,
});

/** Somebody whom the desk accepted. */
export async function makeTeacher(place: Place): Promise<Person> {
  const person = await makePerson(place);
  const { name, position, field, introduction, sample_link } = teacherForm();
  const row = { user_id: person.id, state: 'accepted' as const, name, position, field, introduction, sample_link };
  await place.app.db.insert(teachers).values(row);
  return person;
}

/** A course's form that may be submitted, with its cover stored as that person's. */
export async function courseForm(place: Place, person: Person, change: Partial<ItemForm> = {}): Promise<ItemForm> {
  const category_id = await inTransaction(place.ctx(), (tx) =>
    ensureTerm(tx, KINDS.course, { facet: 'category', parent_id: null, name: '活动执行' }),
  );
  const data = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const cover_file_id = await storeOriginal(createCtx(place.app, person.actor, 'test'), { purpose: 'cover', name: '封面.png', data });
  return {
    ...EMPTY_FORM,
    ...{
      title: '年会执行全流程课',
      introduction: '从立项到复盘',
      category_id,
      cover_page: null,
      cover_file_id,
      price_type: 'paid',
      price: '99',
    },
    fields: { for_whom: '刚入行的策划', learns: '会排流程表\n会做预算' },
    ...change,
  };
}
