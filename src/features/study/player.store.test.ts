import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { LessonStart } from '#contract/study.ts';
import { keepBeat, keptBeats } from './kept-beats.ts';
import { createPlayer } from './player.store.ts';

const START: LessonStart = {
  ...{ id: 5, type: 'video', duration_s: 100, src: '/media/x', mime: 'video/mp4', lines: [], position_s: 0, seconds: 0 },
  ...{ watched: [], done: 0, ticked: 0, replaced: 0, watermark: '小陈 0001', chapters: '', captions: '' },
};
const OFFLINE = new ApiError({ code: 1, msg: '网络不通', status: 0 });
const answer = { seconds: 10, percent: 10, done: 0, certificate: '', ended: 0 } as const;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

it('goes on at once where the learner was, or where a link or line says', async () => {
  const player = createPlayer(5, () => 1, { start: async () => ({ ...START, position_s: 40 }), beat: async () => answer });
  const begun = async (at_s?: number) => {
    await player.actions.begin(false, at_s ?? null);
    const { status, start } = player.$state.get();
    return [status, start?.position_s];
  };
  expect([await begun(), await begun(0), await begun(12), await begun(500)]).toEqual([
    ['playing', 40],
    ['playing', 0],
    ['playing', 12],
    ['playing', 100],
  ]);
});

it('names the devices that play, and who has no right', async () => {
  const playing = [{ device: 'a', name: 'Windows', lesson: '第一课' }];
  const full = new ApiError({ code: 1, msg: '两台', status: 409, data: { playing } });
  const one = createPlayer(5, () => 1, { start: () => Promise.reject(full), beat: async () => answer });
  await one.actions.begin();
  expect(one.$state.get()).toMatchObject({ status: 'full', playing });
  const two = createPlayer(5, () => 1, {
    start: () => Promise.reject(new ApiError({ code: 1, msg: '购买', status: 403 })),
    beat: async () => answer,
  });
  await two.actions.begin();
  expect(two.$state.get()).toMatchObject({ status: 'refused', failure: { message: '购买' } });
});

it('keeps what was watched without a network and tells it at the next start', async () => {
  const offline = createPlayer(5, () => 1, { start: async () => START, beat: () => Promise.reject(OFFLINE) });
  await offline.actions.begin();
  for (const at of [0, 1, 2, 3]) offline.log.play(at);
  await offline.actions.beat(3, 1);
  expect(keptBeats(1)).toEqual([{ lesson: 5, sections: [[0, 3]], position_s: 3 }]);
  const told: unknown[] = [];
  const online = createPlayer(5, () => 1, {
    start: async () => START,
    beat: async (input) => {
      told.push(input.sections);
      return answer;
    },
  });
  await online.actions.begin();
  expect(told).toEqual([[[0, 3]]]);
  expect(keptBeats(1)).toEqual([]);
});

it.each([429, 502, 503, 408, 401])('keeps what was watched when the site answers %s, now and at the next start', async (status) => {
  const refuse = () => Promise.reject(new ApiError({ code: 1, msg: '稍后再试', status }));
  const player = createPlayer(5, () => 1, { start: async () => START, beat: refuse });
  await player.actions.begin();
  for (const at of [0, 1, 2, 3]) player.log.play(at);
  await player.actions.beat(3, 1);
  await player.actions.begin();
  expect(keptBeats(1)).toEqual([{ lesson: 5, sections: [[0, 3]], position_s: 3 }]);
});

it.each([404, 409, 422])('drops what was kept of a lesson when the site answers %s', async (status) => {
  keepBeat(1, { lesson: 7, sections: [[0, 3]], position_s: 3 });
  const refuse = () => Promise.reject(new ApiError({ code: 1, msg: '课时不存在', status }));
  await createPlayer(5, () => 1, { start: async () => START, beat: refuse }).actions.begin();
  expect(keptBeats(1)).toEqual([]);
});

it('ends when another device took over, and shows the certificate that a beat brought', async () => {
  const player = createPlayer(5, () => 1, {
    start: async () => START,
    beat: async () => ({ ...answer, done: 1, certificate: 'CM1', ended: 1 }),
  });
  await player.actions.begin();
  await player.actions.beat(3, 1);
  expect(player.$state.get()).toMatchObject({ status: 'ended', done: true, certificate: 'CM1', percent: 10 });
});
