import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { recruitResumeCalls } from '#contract/recruit/resume-calls.ts';
import { EMPTY_CONTACT, EMPTY_PARTS, type ResumeParts } from '#contract/recruit.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { resumeEndpoints } from '#server/areas/recruit/manifest.ts';
import { actOnMessage, askAbout, conversationsOf, messagesAt, type SendInput, sendMessage } from '#server/modules/chat/index.ts';
import { forgetResumes, ownResume, removeResume, resumeViews, saveResume } from '#server/modules/recruiting/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/catalog.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
const as = (person: Person) => createCtx(t.app, person.actor, 'test');

async function resumeOf(person: Person, change: Partial<ResumeParts> = {}) {
  const parts = {
    ...EMPTY_PARTS,
    person: { ...EMPTY_PARTS.person, name: '林晓' },
    wish: { ...EMPTY_PARTS.wish, position: '策划' },
    ...change,
  };
  const contact = { ...EMPTY_CONTACT, mobile: '13800138000' };
  return saveResume(as(person), { title: '', visibility: 'applied', parts, contact });
}
let sent = 0;
const send = (person: Person, id: number, resume_id: number) => {
  const nothing = { text: '', file_id: 0, item_id: 0, price: null, confirmed: false };
  return sendMessage(as(person), { ...nothing, id, client_id: `resume-${++sent}`, type: 'resume', resume_id } satisfies SendInput);
};
/** As the call answers it. */
const call = resumeEndpoints.find(({ path }) => path === recruitResumeCalls.in_talk.path);
const opened = async (person: Person, id: number, seq: number) => call?.handle(as(person), { id, seq }, {} as never);

it('a resume in a conversation is opened by its two alone, while the message is there and its owner shows it', async () => {
  const [boss, person, other] = [await makeEnterprise(t, { name: '云上会展' }), await makePerson(t), await makePerson(t)];
  const job = await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: boss.id, title: '策划' });
  const { id } = await askAbout(as(person), { kind: 'job', id: job });
  const resume = await resumeOf(person);
  await expect(send(person, id, (await resumeOf(other)).id)).rejects.toMatchObject({ status: 404 });
  const { parts, contact } = resume;
  const show = (visibility: 'nobody' | 'applied') => saveResume(as(person), { id: resume.id, title: '', visibility, parts, contact });
  await show('nobody');
  await expect(send(person, id, resume.id)).rejects.toMatchObject({ fields: { resume_id: expect.stringContaining('仅自己可见') } });
  await show('applied');
  const message = await send(person, id, resume.id);
  expect(message).toMatchObject({ type: 'resume', text: '', card: { id: resume.id, title: '林晓，策划', note: '简历' } });
  expect((await conversationsOf(as(boss), { after: '', q: '' })).list[0]?.last_text).toBe('[简历] 林晓，策划');
  for (const who of [boss, person])
    expect(await opened(who, id, message.seq)).toMatchObject({ name: '林晓', contact: { mobile: '13800138000' } });
  // an enterprise that looks is noted, its owner is not
  expect(await resumeViews(as(person), resume.id)).toMatchObject([{ enterprise: '云上会展', times: 1 }]);
  await expect(opened(other, id, message.seq)).rejects.toMatchObject({ status: 404 });
  await expect(opened(boss, id, message.seq + 1)).rejects.toMatchObject({ status: 404 });
  await show('nobody');
  await expect(opened(boss, id, message.seq)).rejects.toMatchObject({ status: 404, message: '对方已不再公开这份简历' });
  const [hidden] = await messagesAt(as(boss), id, [message.seq]);
  expect(hidden?.card).toMatchObject({ id: 0, title: '简历已不再公开' });
  await show('applied');
  await actOnMessage(as(person), { id, seq: message.seq, act: 'recall' });
  await expect(opened(boss, id, message.seq)).rejects.toMatchObject({ status: 404 });
  const again = await send(person, id, resume.id);
  await removeResume(as(person), resume.id);
  await expect(opened(boss, id, again.seq)).rejects.toMatchObject({ status: 404 });
  const second = await send(person, id, (await resumeOf(person)).id);
  await inTransaction(t.ctx(), (tx) => forgetResumes(tx, person.id));
  await expect(opened(boss, id, second.seq)).rejects.toMatchObject({ status: 404 });
  expect(JSON.stringify(await messagesAt(as(boss), id, [again.seq, second.seq]))).not.toContain('林晓');
});

it('a project of a resume leads to a work of one’s own that is published, and to no other', async () => {
  const [person, other] = [await makePerson(t), await makePerson(t)];
  const mine = await makeItem(t.ctx(), { kind: KINDS.scheme, publisher_id: person.id, title: '年会方案' });
  const theirs = await makeItem(t.ctx(), { kind: KINDS.scheme, publisher_id: other.id, title: '别人的方案' });
  const project = (id: number) => ({ name: '项目', role: '', when: '2025', text: '', work: { id, title: '随便写的', kind: 'ppt' } });
  const { id } = await resumeOf(person, { projects: [project(mine), project(theirs)] });
  const { projects } = (await ownResume(as(person), id)).parts;
  expect(projects[0]?.work).toEqual({ id: mine, title: '年会方案', kind: 'scheme' });
  expect(projects[1]?.work).toBeUndefined();
});
