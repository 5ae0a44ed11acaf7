import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let stored: Record<string, string>;
let posted: Array<{
  url: string;
  body: { uuid: string; channel: string; list: Array<Record<string, unknown>> };
  headers: Record<string, string>;
}>;
let beacons: string[];
let answer: () => Promise<{ status: number }>;
let online: boolean;

async function fresh(browser: object = {}) {
  vi.resetModules();
  vi.stubGlobal('navigator', {
    get onLine() {
      return online;
    },
    sendBeacon: (_url: string, blob: Blob) => {
      void blob.text().then((text) => beacons.push(text));
      return true;
    },
    ...browser,
  });
  return import('./track-queue.ts');
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = {};
  posted = [];
  beacons = [];
  online = true;
  answer = async () => ({ status: 200 });
  vi.stubGlobal('location', { pathname: '/ppt', search: '?id=1' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  });
  vi.stubGlobal('fetch', (url: string, init: { body: string; headers: Record<string, string> }) => {
    posted.push({ url, body: JSON.parse(init.body), headers: init.headers });
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Time goes on, and what is loaded then has come. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
}

const click = (n: number) => ({ event_type: 2 as const, event_name: `press ${n}` });

it('waits 20 s, then sends what came meanwhile in one batch, with the seconds that passed and no user', async () => {
  stored = { token: 'secret', channel_status: 'expo' };
  const { keepEvent } = await fresh();
  keepEvent(click(1));
  vi.setSystemTime(Date.now() + 5_000);
  keepEvent(click(2));
  expect(posted).toEqual([]);
  await pass(20_000);
  expect(posted).toHaveLength(1);
  expect(posted[0]?.url).toBe('/gateway/api/Burieddata/behaviour');
  expect(posted[0]?.headers['token']).toBe('secret');
  expect(posted[0]?.body.list.map(({ event_name }) => event_name)).toEqual(['press 1', 'press 2']);
  expect(posted[0]?.body.list[0]).toMatchObject({ url: '/ppt?id=1', ago: 25 });
  expect(posted[0]?.body.channel).toBe('expo');
  expect(posted[0]?.body.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(stored['track_events']).toBeUndefined();
  expect(stored['visitor_uuid']).toBe(posted[0]?.body.uuid);
});

it('S-950 sends twenty at once, keeps a hundred without a network, the oldest leave', async () => {
  const { keepEvent, sendOnLeave } = await fresh();
  for (let n = 0; n < 20; n++) keepEvent(click(n));
  await pass(0);
  expect(posted.map(({ body }) => body.list.length)).toEqual([20]);
  expect(stored['track_events']).toBeUndefined();

  online = false;
  for (let n = 0; n < 130; n++) keepEvent(click(n));
  sendOnLeave();
  await pass(60_000);
  expect(posted).toHaveLength(1);
  expect(beacons).toEqual([]);
  const kept = JSON.parse(stored['track_events'] ?? '[]') as Array<{ event_name: string }>;
  expect(kept).toHaveLength(100);
  expect(kept[0]?.event_name).toBe('press 30');

  // the network is back on another page
  online = true;
  const later = await fresh();
  later.sendOnLeave();
  await vi.waitFor(() => expect(beacons).toHaveLength(5));
  expect(beacons.map((text) => JSON.parse(text).list.length)).toEqual([20, 20, 20, 20, 20]);
  expect(stored['track_events']).toBeUndefined();
});

it('keeps what a busy server does not take, and drops what it refuses for good', async () => {
  const { keepEvent } = await fresh();
  answer = async () => ({ status: 503 });
  keepEvent(click(1));
  await pass(20_000);
  expect(JSON.parse(stored['track_events'] ?? '[]')).toHaveLength(1);
  answer = () => Promise.reject(new TypeError('failed'));
  await pass(20_000);
  expect(JSON.parse(stored['track_events'] ?? '[]')).toHaveLength(1);
  answer = async () => ({ status: 400 });
  await pass(20_000);
  expect(stored['track_events']).toBeUndefined();
  expect(posted).toHaveLength(3);
});

it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'SH-11 of a reader who asks with %o it tells views without a name and stores nothing',
  async (asks) => {
    stored = { token: 'secret', channel_status: 'expo' };
    const before = { ...stored };
    const { keepEvent, visitorUuid } = await fresh(asks);
    keepEvent(click(1));
    keepEvent({ event_type: 1, event_name: 'view' });
    expect(stored).toEqual(before);
    await pass(20_000);
    expect(posted[0]?.body).toMatchObject({ uuid: '', channel: '', list: [{ event_type: 1 }] });
    expect(posted[0]?.body.list).toHaveLength(1);
    expect(posted[0]?.headers['token']).toBeUndefined();
    expect(visitorUuid()).toBe('');
    expect(stored).toEqual(before);
  },
);

it('takes a page over: its first view, overlays that come later, and the channel that its link names', async () => {
  const heard: Record<string, (event: object) => void> = {};
  vi.stubGlobal('document', {
    referrer: 'https://www.baidu.com/',
    visibilityState: 'hidden',
    addEventListener: (name: string, on: () => void) => (heard[name] = on),
  });
  vi.stubGlobal('addEventListener', (name: string, on: () => void) => (heard[name] = on));
  vi.stubGlobal('location', { pathname: '/ppt', search: '?utm_channel=expo' });
  const { begin } = await fresh();
  begin({ event_type: 1, event_name: 'view', url: '/ppt?utm_channel=expo', referer: '', at: Date.now() });
  heard['cemao:placed']?.({});
  vi.stubGlobal('location', { pathname: '/ppt/detail', search: '?id=7' });
  heard['cemao:placed']?.({});
  heard['pageshow']?.({ persisted: false });
  heard['visibilitychange']?.({});
  await pass(0);
  const [channel, batch] = beacons.map((text) => JSON.parse(text));
  expect(channel).toMatchObject({ channel_id: 'expo', land_url: '/ppt' });
  expect(batch.list.map(({ url, oldUrl }: Record<string, string>) => [url, oldUrl])).toEqual([
    ['/ppt?utm_channel=expo', undefined],
    ['/ppt/detail?id=7', '/ppt?utm_channel=expo'],
  ]);
});
