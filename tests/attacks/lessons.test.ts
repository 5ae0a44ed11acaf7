import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LessonStart, MEDIA_COOKIE, STUDY_CALLS } from '#contract/study.ts';
import { writeVtt } from '#contract/web-vtt.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { serveLessonFile } from '#server/http/lesson-files.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { startLesson } from '#server/modules/study/index.ts';
import { testApp } from '../support/app.ts';
import { makeZip } from '../support/documents.ts';
import { makePerson as makeBuyer, payAtProvider, place } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { cutTrials, filmLesson, makeCourse, storeFilmOf } from '../support/study.ts';

const CAPTIONS = writeVtt([
  { start_ms: 500, end_ms: 2_000, text: '大家好' },
  { start_ms: 6_000, end_ms: 8_000, text: '卖的部分' },
]);

const t = testApp();
let server: Server;
let teacher: Person;
let learner: Person;
let course: { id: number; lessons: number[] };
let locked: number;
let free: number;

beforeAll(async () => {
  server = createServer((req, res) => {
    void serveLessonFile(t.ctx(), req.url ?? '', req, res, []).then((served) => served || res.writeHead(404).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  [teacher, learner] = [await makePerson(t), await makePerson(t)];
  const file_id = await storeFilmOf(t, teacher);
  course = await makeCourse(t, teacher, {
    lessons: [
      filmLesson('正课', 9, { file_id, captions_vtt: CAPTIONS }),
      filmLesson('试听', 9, { file_id, free: true, captions_vtt: CAPTIONS }),
      filmLesson('没有试看', 9, { captions_vtt: CAPTIONS }),
    ],
  });
  [locked, free] = course.lessons as [number, number];
  await cutTrials(t.ctx(), course.lessons);
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: learner.id, item_id: course.id, source: 'purchase', source_id: null }));
});
afterAll(async () => {
  server?.close();
});

const open = async (path: string, { key = '', range = 'bytes=0-99' } = {}) => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { range, ...(key && { cookie: `other=1; ${MEDIA_COOKIE}=${key}` }) },
  });
  await response.arrayBuffer();
  return response;
};
const begin = (who: Person, lesson_id: number) =>
  startLesson(createCtx(t.app, who.actor, 'test'), { lesson_id, device: `device-${who.id}`, device_name: '', take_over: false });

it('a copied address is worth nothing without the cookie of the browser that it was given to', async () => {
  const { src, key } = await begin(learner, locked);
  const stranger = await begin(await makePerson(t), free);
  expect((await open(src, { key })).status).toBe(206);
  for (const other of ['', stranger.key, key.slice(0, -1), `${key}0`, key.toUpperCase().replace(/[A-F]/g, 'G')])
    expect((await open(src, { key: other })).status, other).toBe(404);
});

it('no sign of an address can be changed: user, lesson, scope, end, signature', async () => {
  const { src, key } = await begin(learner, locked);
  const ticket = src.slice('/media/'.length);
  const parts = ticket.split('.');
  const forged = parts.flatMap((part, at) =>
    [`${part}0`, part.slice(0, -1), part.replace(/.$/, (sign) => (sign === '1' ? '2' : '1'))].map((one) => parts.with(at, one).join('.')),
  );
  for (const one of new Set(forged)) if (one !== ticket) expect((await open(`/media/${one}`, { key })).status, one).toBe(404);
});

it('a refund ends every address of the course within two seconds', async () => {
  const buyer = await makeBuyer(t);
  const order = await place(buyer, course.id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const { src, key } = await startLesson(buyer.ctx, { lesson_id: locked, device: 'device-buyer', device_name: '', take_over: false });
  expect((await open(src, { key })).status).toBe(206);
  await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
  t.clock.advance_ms(2_001);
  expect((await open(src, { key })).status).toBe(404);
});

it.each([
  () => `/media/free/${locked}`,
  () => '/media/free/999999999',
  () => `/media/free/${free}/..`,
  () => `/media/trial/..%2f${locked}`,
  () => `/media/captions/${course.lessons[2]}`,
  () => `/media/full/${locked}`,
  () => `/media/${'a'.repeat(200)}`,
  () => '/media/....',
])('what is not everybody’s has no public address (%#)', async (path) => {
  expect((await open(path())).status).toBe(404);
});

it('script cannot read the cookie that opens addresses, and nothing but /media gets it', async () => {
  const body = { id: locked, device: `device-${learner.id}` };
  const { headers, body: answer } = await t.call<LessonStart>('POST', STUDY_CALLS.start, { token: learner.token, body });
  const cookie = headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(new RegExp(`^${MEDIA_COOKIE}=[0-9a-f]{40}; `));
  expect(cookie.split('; ').slice(1)).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/media', 'SameSite=Lax']));
  expect(JSON.stringify(answer.data)).not.toContain(cookie.slice(MEDIA_COOKIE.length + 1, MEDIA_COOKIE.length + 41));
  const key = cookie.slice(MEDIA_COOKIE.length + 1, MEDIA_COOKIE.length + 41);
  expect((await open(answer.data.src, { key })).status).toBe(206);
});

it('a lesson of reading is shown and one of files is kept, by who may learn it alone', async () => {
  const own = createCtx(t.app, teacher.actor, 'test');
  const data = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const file_id = await storeOriginal(own, { purpose: 'attachment', name: '讲义.pdf', data });
  const zip_id = await storeOriginal(own, {
    purpose: 'attachment',
    name: '清单.zip',
    data: makeZip([{ name: '清单.txt', data: Buffer.from('灯 4') }]),
  });
  const { lessons } = await makeCourse(t, teacher, {
    price_fen: 0,
    lessons: [
      { title: '讲义', type: 'pdf', file_id },
      { title: '资料', type: 'file', file_id: zip_id },
    ],
  });
  const sent = await Promise.all(
    lessons.map(async (id) => {
      const { src, key } = await begin(learner, id);
      expect((await open(src)).status).toBe(404);
      return (await open(src, { key })).headers;
    }),
  );
  expect(sent.map((headers) => [headers.get('content-type'), headers.get('content-disposition')])).toEqual([
    ['application/pdf', `inline; filename="cemao.pdf"; filename*=UTF-8''${encodeURIComponent('讲义.pdf')}`],
    ['application/zip', `attachment; filename="cemao.zip"; filename*=UTF-8''${encodeURIComponent('清单.zip')}`],
  ]);
});

it('captions are public as far as their film is: of a trial, what is said in it', async () => {
  const read = (id: number) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/media/captions/${id}`);
  const [whole, part] = [await read(free), await read(locked)];
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
    200,
    'text/vtt; charset=utf-8',
    null,
  ]);
  expect(await whole.text()).toBe(CAPTIONS);
  const said = await part.text();
  expect(said).toContain('大家好');
  expect(said).not.toContain('卖的部分');
});

it('a trial is a file of its own: no range of it reaches what is sold', async () => {
  const { src, key } = await begin(learner, locked);
  const size = (response: Response) => Number(response.headers.get('content-range')?.split('/')[1]);
  const [trial, whole] = [await open(`/media/trial/${locked}`), await open(src, { key })];
  expect(size(trial)).toBeLessThan(size(whole));
  const beyond = await open(`/media/trial/${locked}`, { range: `bytes=${size(trial)}-${size(whole) - 1}` });
  expect(beyond.status).toBe(416);
  expect([trial.headers.get('cache-control'), whole.headers.get('cache-control')]).toEqual(['public, max-age=600', 'private, no-cache']);
});
