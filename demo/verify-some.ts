import { authPictureUrl } from '#contract/verification.ts';
import { actingAs, type Ctx } from '#server/app/ctx.ts';
import { storeDrawn } from '#server/modules/publishing/index.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { submitCompany, submitRealname } from '#server/modules/verification/index.ts';
import { UNKNOWN_NAME } from '#server/providers/realname/sandbox.ts';
import { asUser, atTime } from './at-time.ts';
import { finishPicture } from './drawing/draw-work.ts';
import { rasterOf } from './pictures/picture.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'verified';

/** Who is verified, by place among the publishers. Numbers with a right check character that belong to no person. */
export const PEOPLE = [
  { publisher: 0, name: '林鹿鸣', idcard: '310101190001010011' },
  { publisher: 1, name: '周而复', idcard: '110101190001010014' },
  { publisher: 2, name: UNKNOWN_NAME, idcard: '330102190001010011' },
  { publisher: 4, name: '简希', idcard: '440101190001010010' },
  { publisher: 7, name: '洪开门', idcard: '420101190001010017' },
  { publisher: 9, name: '方圆', idcard: '320101190001010013' },
] as const;

/** One enterprise in each state. */
export const COMPANIES = [
  { publisher: 0, name: '上海鹿鸣文化传播有限公司', licence: '91310000MA1FL0001R', end: 'approve', reason: '' },
  {
    publisher: 1,
    name: '北京周而复始活动策划有限公司',
    licence: '91110000MA1FL0002F',
    end: 'reject',
    reason: '营业执照照片不清晰，请重新上传',
  },
  { publisher: 2, name: '杭州山海会展服务有限公司', licence: '91330100MA1FL0003D', end: '', reason: '' },
] as const;

/** Some publishers prove who they are, so that every state of the desk and of the pages can be seen. Again after a crash goes on. */
export async function verifySome(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const then = atTime(ctx, new Date(ctx.app.clock.now().getTime() - 3 * DAY_MS));
  // stored today: a file from that day that nothing names is what the next cleaning takes away
  const proofOf = (user_id: number, name: string) => proof(asUser(ctx, user_id), name);
  for (const { publisher, name, idcard } of PEOPLE) {
    const id = people.publisher_ids[publisher] as number;
    const idcard_url = `${await proofOf(id, '身份证人像面')},${await proofOf(id, '身份证国徽面')}`;
    await submitRealname(asUser(then, id), { name, idcard, idcard_url }).catch(unlessDone);
  }
  for (const { publisher, name, licence, end, reason } of COMPANIES) {
    const id = people.publisher_ids[publisher] as number;
    const form = { name, licence, legal_person: '演示人员', contact_name: '前台', contact_mobile: '13800000001' };
    await submitCompany(asUser(then, id), { ...form, licence_url: await proofOf(id, '营业执照') }).catch(unlessDone);
    if (end !== '') await decideAs(asStaff(then, people.buyer_id), name, end, reason);
  }
  await noteMade(ctx, MADE);
}

/** Sent in before a crash. */
function unlessDone(error: unknown): void {
  if ((error as { status?: number }).status !== 409) throw error;
}

/** Decided by somebody with the role: where others reach the site, no account of the demo keeps it. */
const asStaff = (ctx: Ctx, user_id: number): Ctx =>
  actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: ['reviewer'], address: '10.0.0.1' });

async function decideAs(reviewer: Ctx, name: string, action: string, reason: string): Promise<void> {
  const { list } = await listReviews(reviewer, { type: 'company', status: 'open', page: 1, limit: 50 });
  const row = list.find(({ subject }) => subject.title === name);
  if (row) await decideReview(reviewer, { id: row.id, version: row.version, action, reason });
}

/** A drawn card that says what it stands for. */
async function proof(user: Ctx, name: string): Promise<string> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="856" height="540"><rect width="856" height="540" rx="36" fill="#dfe9f3"/><rect x="560" y="110" width="220" height="280" rx="16" fill="#b9cbdd"/><g fill="#8aa3bb"><rect x="80" y="120" width="380" height="28" rx="8"/><rect x="80" y="190" width="300" height="28" rx="8"/><rect x="80" y="260" width="340" height="28" rx="8"/><rect x="80" y="430" width="620" height="32" rx="8"/></g></svg>';
  const picture = await finishPicture(await rasterOf(svg));
  return authPictureUrl(await storeDrawn(user, { key: `demo-proof-${name}`, name: `${name}.jpg`, ...picture }));
}
