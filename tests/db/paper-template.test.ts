import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { resultText, textBlocks } from '#contract/assistant-text.ts';
import { emptyBody, newRow, PAPER_ROWS_MAX, resultOfPaper } from '#contract/paper.ts';
import { LOGO_BOX, TEMPLATE_COLOUR } from '#contract/paper-template.ts';
import { pictureFile, pictureWidths } from '#contract/picture.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { employees } from '#server/modules/employees/tables.ts';
import { exportPaper, forgetPapers, makePaper, paperTemplate, savePaper, setTemplate } from '#server/modules/papers/index.ts';
import { paper_templates, papers } from '#server/modules/papers/tables.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { newStorageKey } from '#server/providers/storage/port.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/market.ts';
import { officeParts } from '../support/office-parts.ts';

const t = testApp();
let owner: Person;
let other: Person;
beforeAll(async () => {
  [owner, other] = [await makePerson(t), await makePerson(t)];
});

const WISH = { name: '青禾策划', colour: '#0A6E4F', footer: '电话 400' };

/** A picture of that person as the sandbox would have stored it. */
async function pictureOf({ id }: Person, width: number, height: number): Promise<number> {
  const key = newStorageKey();
  for (const step of pictureWidths(width)) {
    const box = { width: step, height: Math.max(1, Math.round((height * step) / width)), channels: 3, background: '#0a6e4f' } as const;
    await t.app.providers.storage.putPrivate(pictureFile(key, step), await sharp({ create: box }).webp().toBuffer());
  }
  const row = { owner_id: id, key, name: '标志.png', size_bytes: 9, sha256: '1'.repeat(64), type: 'png', width, height };
  const [made] = await t.app.db.insert(files).values(row).returning({ id: files.id });
  return made?.id ?? 0;
}

const templateOf = async ({ id }: Person) => (await t.app.db.select().from(paper_templates).where(eq(paper_templates.user_id, id)))[0];

it('is set, retained where nothing is said of the mark, and gone when nothing is in it or the account goes', async () => {
  expect(await paperTemplate(owner.ctx)).toEqual({ name: '', colour: TEMPLATE_COLOUR, footer: '', logo: '', of: 'none' });
  const logo_id = await pictureOf(owner, 1440, 1000);
  const set = await setTemplate(owner.ctx, { ...WISH, logo_id });
  expect(set).toMatchObject({ name: '青禾策划', colour: '#0a6e4f', footer: '电话 400', of: 'own' });
  expect(set.logo).toMatch(/^\/pic\//);
  const png = await sharp(Buffer.from((await templateOf(owner))?.logo_png ?? '', 'base64')).metadata();
  expect([png.format, (png.width ?? 0) <= LOGO_BOX.width, (png.height ?? 0) <= LOGO_BOX.height]).toEqual(['png', true, true]);
  expect(await setTemplate(owner.ctx, { ...WISH, name: '青禾' })).toMatchObject({ name: '青禾', logo: set.logo });
  expect((await setTemplate(owner.ctx, { ...WISH, logo_id: 0 })).logo).toBe('');
  expect(await setTemplate(owner.ctx, { name: '', colour: TEMPLATE_COLOUR, footer: '' })).toMatchObject({ of: 'none' });
  expect(await templateOf(owner)).toBeUndefined();
  await expect(setTemplate(other.ctx, { ...WISH, logo_id })).rejects.toMatchObject({ status: 404 });
  await expect(setTemplate(other.ctx, { ...WISH, name: '策猫官方' })).rejects.toMatchObject({ fields: { name: expect.any(String) } });
  await setTemplate(other.ctx, WISH);
  await inTransaction(t.ctx(), (tx) => forgetPapers(tx, other.id));
  expect(await templateOf(other)).toBeUndefined();
});

it('64 at once are one row, and a mark that one of them sets is not lost to words of another', async () => {
  const person = await makePerson(t);
  const logo_id = await pictureOf(person, 320, 160);
  await Promise.all(
    Array.from({ length: 64 }, (_one, nth) =>
      setTemplate(person.ctx, { ...WISH, name: `青禾 ${nth}`, ...(nth === 30 ? { logo_id } : {}) }),
    ),
  );
  expect(await t.app.db.$count(paper_templates, eq(paper_templates.user_id, person.id))).toBe(1);
  expect((await templateOf(person))?.logo).not.toBe('');
});

it('people of a company use its template until they have one of their own, and no longer than they are of it', async () => {
  const [company, member] = [await makePerson(t), await makePerson(t)];
  await setTemplate(company.ctx, WISH);
  const at = t.clock.now();
  const [line] = await t.app.db
    .insert(employees)
    .values({ enterprise_id: company.id, user_id: member.id, rights: [], state: 'active', invited_at: at })
    .returning({ id: employees.id });
  expect(await paperTemplate(member.ctx)).toMatchObject({ name: '青禾策划', of: 'company' });
  await setTemplate(member.ctx, { ...WISH, name: '小青' });
  expect(await paperTemplate(member.ctx)).toMatchObject({ name: '小青', of: 'own' });
  await setTemplate(member.ctx, { name: '', colour: TEMPLATE_COLOUR, footer: '' });
  expect(await paperTemplate(member.ctx)).toMatchObject({ of: 'company' });
  await t.app.db.delete(employees).where(eq(employees.id, line?.id ?? 0));
  expect(await paperTemplate(member.ctx)).toMatchObject({ of: 'none' });
});

it('a file has the template; the mark of a model is in it where one wrote, and only there; another reads none', async () => {
  const person = await makePerson(t);
  await setTemplate(person.ctx, { ...WISH, logo_id: await pictureOf(person, 640, 320) });
  const { id } = await makePaper(person.ctx, { kind: 'budget' });
  await savePaper(person.ctx, {
    id,
    title: '年会/预算',
    body: { ...emptyBody('budget'), rows: [newRow('budget', 0, ['场地', '宴会厅'])] },
  });
  const words = async (format: 'docx' | 'pptx' | 'xlsx') =>
    Object.values(await officeParts((await exportPaper(person.ctx, id, format)).bytes)).join('');
  expect((await exportPaper(person.ctx, id, 'docx')).name).toBe('年会 预算.docx');
  for (const format of ['docx', 'pptx', 'xlsx'] as const) {
    const plain = await words(format);
    for (const word of ['青禾策划', '电话 400', '宴会厅']) expect(plain, format).toContain(word);
    expect(plain, format).not.toMatch(/AI 生成|AIGC|策猫助手/);
  }
  await t.app.db.update(papers).set({ by_ai: true }).where(eq(papers.id, id));
  for (const format of ['docx', 'pptx', 'xlsx'] as const) {
    const marked = await words(format);
    for (const word of ['青禾策划', 'AI 生成', `paper-${id}`]) expect(marked, format).toContain(word);
  }
  await expect(exportPaper(other.ctx, id, 'docx')).rejects.toMatchObject({ status: 404 });
  const outline = await makePaper(person.ctx, { kind: 'outline' });
  await expect(exportPaper(person.ctx, outline.id, 'xlsx')).rejects.toMatchObject({ code: 1 });
});

it('two hundred rows hold the process for less than 50 ms: files are drawn by a worker', () => {
  const rows = Array.from({ length: PAPER_ROWS_MAX }, (_one, nth) => newRow('budget', 0, ['场地', `项目 ${nth} 一二三四五六七八九十`]));
  const spans = Array.from({ length: 5 }, () => {
    const begun = performance.now();
    JSON.stringify(textBlocks(resultText(resultOfPaper('budget', '预算', { ...emptyBody('budget'), rows }))));
    return performance.now() - begun;
  });
  expect(Math.min(...spans)).toBeLessThan(50);
});
