import { KINDS } from '#contract/kinds.ts';
import { RECAP_TEXT_MIN } from '#contract/recap.ts';
import { writeVtt } from '#contract/web-vtt.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { saveMedia } from '#server/modules/catalog/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { submitRecap } from '#server/modules/salons/index.ts';
import { appointTeacher } from '#server/modules/study/index.ts';
import type { BesideSite } from './beside-site.ts';
import { makeItem } from './catalog.ts';
import { makePerson } from './people.ts';
import { storePhotographs } from './picture-works.ts';
import { makeSalon as makePast } from './salon-guests.ts';
import { makeSalon } from './salons.ts';
import { putArticle } from './site-articles.ts';
import { filmLesson, makeCourse } from './study.ts';

/** On a running site: a course with a free film, an article, a salon to come, one that is over with its recap and a ticket, a talk. */
export async function growTaught(beside: BesideSite) {
  const place = { app: beside.booted.app, ctx: beside.ctx };
  const [owner, boss] = [await makePerson(place), await makePerson(place, { roles: ['admin'] })];
  const about = { user_id: owner.id, name: '苏老师', position: '会务总监', field: '会务', introduction: '管过一百场会务。' };
  await inTransaction(beside.ctx(), (tx) => appointTeacher(tx, about));
  const captions_vtt = writeVtt([{ start_ms: 0, end_ms: 9_000, text: '大家好' }]);
  const course = await makeCourse(beside, owner, {
    title: '会务三张表',
    lessons: [filmLesson('分钟表', 60, { free: true, captions_vtt })],
  });
  await makeSalon(beside, { owner_id: owner.id, title: '会务人夜谈' });
  const past = await makePast(place, {
    owner_id: owner.id,
    starts_in_h: -30,
    state: 'over',
    seats: [{ buyer_id: owner.id, state: 'used' }],
  });
  const fields = { speaker: '苏敏', salon_id: past.id };
  const talk = await makeItem(beside.ctx(), {
    kind: KINDS.talk,
    publisher_id: owner.id,
    title: '三张表管住现场',
    format: '',
    details: { fields },
  });
  const film = { type: 'mp4' as const, width: 1280, height: 720, duration_ms: 600_000 };
  await inTransaction(beside.ctx(), (tx) =>
    saveMedia(tx, talk, [{ type: 'video', file_id: 1, key: 'te/st/talk.mp4', name: '三张表.mp4', size_bytes: 9, film }]),
  );
  const [file_id = 0] = await storePhotographs(place as never, owner, ['olive']);
  const text = '会务人把一天拆成三张表。'.repeat(Math.ceil(RECAP_TEXT_MIN / 10));
  await submitRecap(beside.ctx(owner.actor), past.id, { text, pictures: [{ file_id, caption: '开场' }], film: talk });
  const staff = beside.ctx(boss.actor);
  const { list } = await listReviews(staff, { type: 'salon_recap', status: 'open', page: 1, limit: 50 });
  const waiting = list.find(({ target_id }) => target_id === past.id);
  await decideReview(staff, { id: waiting?.id ?? 0, version: waiting?.version ?? 0, action: 'approve', reason: '' });
  const article = await putArticle(beside, owner, '会务人的三张表');
  return { owner, boss, course, past: past.id, ticket: past.tickets[0]?.secret ?? '', talk, article };
}

export type Taught = Awaited<ReturnType<typeof growTaught>>;
