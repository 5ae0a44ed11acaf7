import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { OwnCourse } from '#contract/teaching.ts';
import { createCtx } from '#server/app/ctx.ts';
import { originalFile, saveDraft, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { addChapter, addLesson, changeLesson, openByTicket, openPublic, ownCourse, startLesson } from '#server/modules/study/index.ts';
import { narrowFilms } from '#server/modules/study/narrow-films.ts';
import { findLesson, findNamedFiles } from '#server/modules/study/repo.ts';
import { localDocuments } from '#server/providers/document/local.ts';
import { DocumentError, ReaderLost } from '#server/providers/document/port.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { courseForm, makeTeacher } from '../support/teaching.ts';

const t = testApp();
let teacher: Person;
let films: string;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const NEVER = new AbortController().signal;

/** A film of so many lines with a tone, as a camera writes it. */
async function film(height: number, seconds = 2): Promise<Buffer> {
  const path = join(films, `${height}-${seconds}.mp4`);
  const picture = `testsrc=size=${Math.round((height * 16) / 18) * 2}x${height}:rate=10:duration=${seconds}`;
  const args = ['-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${seconds}`];
  await promisify(execFile)('ffmpeg', [...args, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path]);
  return readFile(path);
}

beforeAll(async () => {
  teacher = await makeTeacher(t);
  films = await mkdtemp(join(tmpdir(), 'cemao-films-'));
  // without ffmpeg nothing here can be shown: it says so, it is not left out
  expect(await t.app.providers.documents.narrows(), 'ffmpeg and bubblewrap are needed for this file').toBe(true);
});
afterAll(async () => {
  await rm(films, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

const store = async (height: number, name = '课.mp4') => storeOriginal(as(teacher), { purpose: 'video', name, data: await film(height) });
const lessonOf = ({ chapters }: OwnCourse) => chapters[0]?.lessons[0];
let made = 0;
async function makeLesson(height: number) {
  const draft_key = `widths-draft-${++made}`;
  const { id } = await saveDraft(as(teacher), { kind: KINDS.course, draft_key, form: await courseForm(t, teacher) });
  const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
  const lesson = lessonOf(await addLesson(as(teacher), { chapter, type: 'video', title: '课', file_id: await store(height) }))?.id ?? 0;
  const form = await courseForm(t, teacher, { price_type: 'free', price: '' });
  await submitItem(as(teacher), { kind: KINDS.course, id, draft_key: `widths-sent-${made}`, form });
  return { course: id, lesson };
}
const shown = async (course: number) => {
  const { lines, narrow_note } = lessonOf(await ownCourse(as(teacher), course)) ?? {};
  return { lines, narrow_note };
};
const play = (person: Person, lesson: number) =>
  startLesson(as(person), { lesson_id: lesson, device: `device-${person.id}`, device_name: '', take_over: true });
/** What lies in the folder of work that was begun. */
const scratch = async () => (await readdir(join(t.app.config.data_dir, 'storage', 'scratch')).catch(() => [])).length;

it('a film of 1080 lines is had with 480 and 720 behind its own address, by its own rights; what is small already is left', async () => {
  const [{ course, lesson }, small] = [await makeLesson(1080), await makeLesson(480)];
  const learner = await makePerson(t);
  expect((await play(learner, lesson)).lines).toEqual([]);
  expect(await narrowFilms(t.ctx(), NEVER)).toBe(2);
  expect(await narrowFilms(t.ctx(), NEVER)).toBe(0);
  expect([await shown(course), await shown(small.course)]).toEqual([
    { lines: [480, 720], narrow_note: '' },
    { lines: [], narrow_note: '' },
  ]);
  const row = await findLesson(t.app.db, lesson);
  for (const [id, height] of [
    [row?.low_file_id, 480],
    [row?.mid_file_id, 720],
  ] as const)
    expect((await originalFile(t.ctx(), id ?? 0))?.film).toMatchObject({ type: 'mp4', height });
  const start = await play(learner, lesson);
  expect(start.lines).toEqual([480, 720]);
  const ticket = start.src.slice('/media/'.length);
  const open = async (key: string, lines: 480 | 720 | null) => (await openByTicket(t.ctx(), ticket, key, lines))?.size_bytes ?? null;
  const [whole, mid, low] = [await open(start.key, null), await open(start.key, 720), await open(start.key, 480)];
  expect(new Set([whole, mid, low]).size).toBe(3);
  // the same right: of this browser, of this address, and taken back with it
  expect([await open('', 480), await open('0'.repeat(40), 720)]).toEqual([null, null]);
  expect(await openByTicket(t.ctx(), `${ticket.slice(0, -1)}${ticket.endsWith('0') ? 1 : 0}`, start.key, 480)).toBeNull();
  expect(await openPublic(t.ctx(), 'free', lesson, 480)).toBeNull();
  await changeLesson(as(teacher), lesson, { free: true });
  expect((await openPublic(t.ctx(), 'free', lesson, 480))?.size_bytes).toBe(low);
  const other = await play(learner, small.lesson);
  expect((await openByTicket(t.ctx(), other.src.slice('/media/'.length), other.key, 480))?.size_bytes).toBeGreaterThan(0);
});

it('with another film the former versions are nobody’s, and are made again', async () => {
  const { course, lesson } = await makeLesson(720);
  await narrowFilms(t.ctx(), NEVER);
  const former = (await findLesson(t.app.db, lesson))?.low_file_id ?? 0;
  expect([...(await findNamedFiles(t.app.db, [former]))]).toEqual([former]);
  await changeLesson(as(teacher), lesson, { file_id: await store(600, '新.mp4') });
  expect([await shown(course), [...(await findNamedFiles(t.app.db, [former]))]]).toEqual([{ lines: [], narrow_note: '' }, []]);
  await narrowFilms(t.ctx(), NEVER);
  expect(await shown(course)).toEqual({ lines: [480], narrow_note: '' });
});

it('what cannot be encoded stays as it was sent and says so; what was interrupted leaves nothing and goes on; one at a time', async () => {
  const { documents } = t.app.providers;
  const { course } = await makeLesson(720);
  vi.spyOn(documents, 'narrow').mockRejectedValueOnce(new DocumentError('视频编码特殊，无法转码'));
  await narrowFilms(t.ctx(), NEVER);
  expect(await shown(course)).toEqual({ lines: [], narrow_note: '视频编码特殊，无法转码，学员按原画播放' });
  vi.restoreAllMocks();
  const second = await makeLesson(720);
  const stop = new AbortController();
  const narrow = documents.narrow.bind(documents);
  vi.spyOn(documents, 'narrow').mockImplementationOnce((path, target, of) => {
    setTimeout(() => stop.abort(), 50);
    return narrow(path, target, of, stop.signal);
  });
  await expect(narrowFilms(t.ctx(), stop.signal)).rejects.toBeInstanceOf(ReaderLost);
  expect([await shown(second.course), await scratch()]).toEqual([{ lines: [], narrow_note: '' }, 0]);
  const [one, two] = await Promise.all([narrowFilms(t.ctx(), NEVER), narrowFilms(t.ctx(), NEVER)]);
  expect([one, two].toSorted()).toEqual([0, 1]);
  expect(await shown(second.course)).toEqual({ lines: [480], narrow_note: '' });
});

it('one film whose encoder is lost again and again keeps none of the others waiting', async () => {
  const { documents } = t.app.providers;
  const [older, newest] = [await makeLesson(720), await makeLesson(720)];
  const narrow = documents.narrow.bind(documents);
  vi.spyOn(documents, 'narrow').mockRejectedValueOnce(new ReaderLost('ended from outside')).mockImplementation(narrow);
  expect(await narrowFilms(t.ctx(), NEVER)).toBe(1);
  expect([await shown(older.course), await shown(newest.course)]).toEqual([
    { lines: [480], narrow_note: '' },
    { lines: [], narrow_note: '' },
  ]);
  // the next run tries it again
  expect(await narrowFilms(t.ctx(), NEVER)).toBe(1);
  expect(await shown(newest.course)).toEqual({ lines: [480], narrow_note: '' });
  // without an encoder nobody is asked one by one
  await makeLesson(720);
  vi.spyOn(documents, 'narrow').mockRejectedValue(new ReaderLost('ffmpeg is not here any more'));
  vi.spyOn(documents, 'narrows').mockResolvedValueOnce(true).mockResolvedValue(false);
  await expect(narrowFilms(t.ctx(), NEVER)).rejects.toBeInstanceOf(ReaderLost);
});

it('an encoder that says no, ends early or makes less than the film has is the film’s; one that is killed is not', async () => {
  const { config, providers } = t.app;
  await film(720, 6);
  const narrow = async (script: string) => {
    const tools = await mkdtemp(join(films, 'tools-'));
    await writeFile(join(tools, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const documents = localDocuments(providers.storage, [tools, config.tool_path].join(delimiter));
    return providers.storage.withScratch((folder) =>
      documents.narrow(join(films, '720-6.mp4'), join(folder, 'made'), { lines: 480, duration_s: 6 }, NEVER),
    );
  };
  // as FFmpeg 6.1 and newer end: an error's number, far above what a signal would be
  for (const code of [183, 234]) await expect(narrow(`exit ${code}`)).rejects.toBeInstanceOf(DocumentError);
  await expect(narrow('kill -9 $$')).rejects.toBeInstanceOf(ReaderLost);
  const second = '/usr/bin/ffmpeg -t 1 "$@"';
  await expect(narrow(`${second}; exit 69`)).rejects.toBeInstanceOf(DocumentError);
  await expect(narrow(second)).rejects.toBeInstanceOf(DocumentError);
  expect(await narrow('/usr/bin/ffmpeg "$@"')).toMatchObject({ height: 480, duration_ms: expect.closeTo(6_000, -3) });
});

it('what is no film for ffmpeg is refused in words, whatever it says to read', async () => {
  const { documents, storage } = t.app.providers;
  const bad = Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n');
  await storage.withScratch(async (folder) => {
    const path = join(folder, 'list.m3u8');
    await writeFile(path, bad);
    await expect(documents.narrow(path, join(folder, 'out'), { lines: 480, duration_s: 1 }, NEVER)).rejects.toBeInstanceOf(DocumentError);
  });
});
