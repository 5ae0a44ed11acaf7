import { beforeAll, expect, it } from 'vitest';
import { EMPTY_DEMAND } from '#contract/demand.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { EMPTY_SALON } from '#contract/salon.ts';
import { createCtx } from '#server/app/ctx.ts';
import { ownDemand, saveDemand } from '#server/modules/demands/index.ts';
import { getOwnItem, saveDraft } from '#server/modules/publishing/index.ts';
import { ownResume, saveResume } from '#server/modules/recruiting/index.ts';
import { ownSalon, saveSalon } from '#server/modules/salons/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
let owner: Person;
const as = () => createCtx(t.app, owner.actor, 'test');
beforeAll(async () => {
  owner = await makePerson(t);
});

interface Wish {
  id?: number;
  draft_key: string;
  edition?: number;
  title: string;
}
const resume = (title: string) => ({ title, visibility: 'applied' as const, parts: EMPTY_PARTS, contact: EMPTY_CONTACT });
/** Every form that saves itself: how it is stored, and what a page reads of it. */
const FORMS = {
  demand: {
    save: ({ title, ...wish }: Wish) => saveDemand(as(), { ...wish, form: { ...EMPTY_DEMAND, title } }),
    read: async (id: number) => (({ edition, form }) => ({ edition, title: form.title }))(await ownDemand(as(), id)),
  },
  salon: {
    save: ({ title, ...wish }: Wish) => saveSalon(as(), { ...wish, form: { ...EMPTY_SALON, title } }),
    read: async (id: number) => (({ edition, form }) => ({ edition, title: form.title }))(await ownSalon(as(), id)),
  },
  work: {
    save: ({ title, ...wish }: Wish) => saveDraft(as(), { ...wish, kind: KINDS.ppt, form: { ...EMPTY_FORM, title } }),
    read: async (id: number) => (({ edition, form }) => ({ edition, title: form.title }))(await getOwnItem(as(), KINDS.ppt, id)),
  },
  resume: {
    save: ({ title, ...wish }: Wish) => saveResume(as(), { ...wish, ...resume(title) }),
    read: async (id: number) => (({ edition, title }) => ({ edition, title }))(await ownResume(as(), id)),
  },
};

it.each(Object.entries(FORMS))(
  'B3 a %s: one key is one draft, and no page writes over what another saved since it read',
  async (name, { save, read }) => {
    const draft_key = `editions-${name}`;
    const first = await save({ draft_key, title: '第一次' });
    t.clock.advance_ms(5_000);
    expect((await save({ draft_key, title: '第一次又写' })).id).toBe(first.id);
    const { id } = first;
    const { edition } = await read(id);
    t.clock.advance_ms(5_000);
    const one = await save({ id, draft_key, edition, title: '一个窗口' });
    const other = save({ id, draft_key, edition, title: '另一个窗口' });
    await expect(other).rejects.toMatchObject({ status: 409, data: { edition: one.edition } });
    expect(await read(id)).toEqual({ edition: one.edition, title: '一个窗口' });
    // the same text is no conflict: an answer may have been lost
    t.clock.advance_ms(5_000);
    expect((await save({ id, draft_key, edition, title: '一个窗口' })).edition).toBe(one.edition);
    // a client that names nothing, and a page whose reader chose
    await save({ id, draft_key, title: '覆盖' });
    expect((await read(id)).title).toBe('覆盖');
  },
);
