import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { ChatMessage } from '#contract/chat.ts';

const server = { rows: [] as ChatMessage[], online: true, lose_answers: 0, asked: 0 };
const lost = () => new ApiError({ code: 1, msg: '当前服务器繁忙，请稍后再试~', status: 0 });
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /user/chat/conversation': () => ({ id: 3, last_seq: server.rows.length, read_seq: 0 }),
    'GET /user/chat/before': () => ({ list: [...server.rows], last_seq: server.rows.length }),
    'GET /user/chat/messages': ({ after }) => ({ events: server.rows.slice(Number(after)).map((data) => ({ seq: data.seq, data })) }),
    'PUT /user/chat/read': () => null,
    'POST /user/chat/recall': ({ seq }) => {
      const row = { seq: server.rows.length + 1, from: 1, event: { type: 'message_recalled', of: seq, state: 'recalled', text: '' } };
      server.rows.push(row as unknown as ChatMessage);
      return row;
    },
    // what the server does: the same id of the same sender is the same message
    'POST /user/chat/send': ({ client_id, text, quote, file_id }) => {
      if (text === '骂人') throw new ApiError({ code: 1, msg: '对方暂时不接收您的消息', status: 403 });
      server.asked++;
      if (!server.online) throw lost();
      const known = server.rows.find((row) => row.client_id === client_id);
      const row =
        known ??
        ({ seq: server.rows.length + 1, from: 1, client_id, text: text || `文件 ${file_id}`, asked: quote } as unknown as ChatMessage);
      if (!known) server.rows.push(row);
      if (server.lose_answers-- > 0) throw lost();
      return row;
    },
  });
});
const { createTalk } = await import('./talk.store.ts');
const { UploadInterrupted } = await import('#kit/upload/upload-file.ts');
const { conversationsWithUnsent } = await import('./drafts.ts');

const line = { onLine: true };
let stored: Record<string, string>;
beforeEach(() => {
  Object.assign(server, { rows: [], online: true, lose_answers: 0, asked: 0 });
  line.onLine = true;
  stored = {};
  vi.stubGlobal('navigator', line);
  const storage = { getItem: (key: string) => stored[key] ?? null };
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_all, key: string) =>
        key === 'setItem'
          ? (name: string, value: string) => void Object.assign(stored, { [name]: value })
          : key === 'removeItem'
            ? (name: string) => Reflect.deleteProperty(stored, name)
            : storage.getItem,
    }),
  );
});
afterEach(() => void vi.unstubAllGlobals());

let n = 0;
const talk = () => createTalk({ id: 3, me: 1, newId: () => `client-${++n}`, again_ms: 1 });
async function say(one: ReturnType<typeof talk>, text: string): Promise<void> {
  one.actions.setDraft(text);
  await one.actions.say();
}
const texts = () => server.rows.map(({ text }) => text);

it('H6 without a line it says so, waits, and goes by itself when the line is back: in order and once', async () => {
  const one = talk();
  await one.actions.open();
  Object.assign(server, { online: false });
  line.onLine = false;
  await say(one, '一');
  await say(one, '二');
  expect(one.$state.get().pending.map(({ state, why }) => [state, why])).toEqual([
    ['waiting', '网络不通，恢复后自动发送'],
    ['waiting', '网络不通，恢复后自动发送'],
  ]);
  Object.assign(server, { online: true });
  await vi.waitFor(() => expect(one.$state.get().pending).toEqual([]));
  expect(texts()).toEqual(['一', '二']);
  expect(stored).toEqual({});
});

it('H6 an answer that was lost makes no second message', async () => {
  const one = talk();
  await one.actions.open();
  server.lose_answers = 3;
  await say(one, '只说一次');
  expect(one.$state.get().pending[0]?.why).toBe('没有收到回应，正在自动重试');
  await vi.waitFor(() => expect(one.$state.get().pending).toEqual([]));
  expect(texts()).toEqual(['只说一次']);
  expect(server.asked).toBeGreaterThan(1);
});

it('H6 what waits outlives the page, and goes from the next one', async () => {
  const one = talk();
  await one.actions.open();
  server.online = false;
  await say(one, '关掉页面前说的');
  one.actions.close();
  expect(conversationsWithUnsent(1)).toEqual([3]);
  expect(conversationsWithUnsent(2)).toEqual([]);
  server.online = true;
  const next = talk();
  expect(next.$state.get().pending).toMatchObject([{ text: '关掉页面前说的', state: 'waiting' }]);
  await next.actions.open();
  await vi.waitFor(() => expect(texts()).toEqual(['关掉页面前说的']));
  expect(conversationsWithUnsent(1)).toEqual([]);
});

it('H6 what the server refuses does not wait, and what waits can be taken back', async () => {
  const one = talk();
  await one.actions.open();
  server.online = false;
  await say(one, '写错了');
  one.actions.discard(one.$state.get().pending[0]?.client_id ?? '');
  expect([one.$state.get().draft, one.$state.get().pending]).toEqual(['写错了', []]);
  server.online = true;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(texts()).toEqual([]);
});

it('H6 a file whose bytes the line did not take waits too, and goes before what was said after it', async () => {
  const one = talk();
  await one.actions.open();
  Object.assign(server, { online: false });
  line.onLine = false;
  const store = vi.fn(async () => {
    if (!server.online) throw new UploadInterrupted('网络中断');
    return 9;
  });
  await one.actions.sendFile('picture', '效果图.png', store);
  expect(one.$state.get().pending).toMatchObject([{ state: 'waiting', why: '网络不通，恢复后自动发送', file_id: 0 }]);
  await say(one, '看图');
  Object.assign(server, { online: true });
  await vi.waitFor(() => expect(texts()).toEqual(['文件 9', '看图']));
  expect(one.$state.get().pending).toEqual([]);
  // what is taken back meanwhile is not sent
  Object.assign(server, { online: false });
  await one.actions.sendFile('picture', '发错.png', store);
  one.actions.discard(one.$state.get().pending[0]?.client_id ?? '');
  Object.assign(server, { online: true });
  await one.actions.flush();
  expect(texts()).toHaveLength(2);
});

it('H6 what the server refused is not sent again by itself', async () => {
  const one = talk();
  await one.actions.open();
  await say(one, '骂人');
  const asked = server.asked;
  expect(one.$state.get().pending).toMatchObject([{ state: 'failed', why: '对方暂时不接收您的消息' }]);
  await one.actions.flush();
  expect([server.asked, conversationsWithUnsent(1)]).toEqual([asked, []]);
});

it('what is answered stands above the field until it is sent or put away, also in the next page, and comes back with what is taken back', async () => {
  const quote = { seq: 4, from: 2, text: '几号？' };
  const one = talk();
  await one.actions.open();
  one.actions.setQuote(quote);
  one.actions.setDraft('八号');
  expect(talk().$state.get()).toMatchObject({ draft: '八号', quote });
  server.online = false;
  await one.actions.say();
  expect(one.$state.get()).toMatchObject({ quote: null, pending: [{ text: '八号', quote }] });
  one.actions.discard(one.$state.get().pending[0]?.client_id ?? '');
  expect(one.$state.get()).toMatchObject({ draft: '八号', quote });
  server.online = true;
  await one.actions.say();
  await say(one, '不引用');
  expect(server.rows.map((row) => (row as unknown as { asked: number }).asked)).toEqual([4, 0]);
  one.actions.setQuote(quote);
  one.actions.setQuote(null);
  expect(stored).toEqual({});
});

it('a quote leads to what is here at once, and reads the part around what is not', async () => {
  server.rows = Array.from({ length: 60 }, (_, at) => ({ seq: at + 1, from: 2, client_id: '', text: '' }) as unknown as ChatMessage);
  const one = talk();
  await one.actions.open();
  const before = one.$state.get().talk;
  await one.actions.seek(30);
  expect([one.$state.get().sought, one.$state.get().seeks, one.$state.get().talk]).toEqual([30, 1, before]);
  server.rows = server.rows.slice(40);
  await one.actions.open();
  const part = one.$state.get().talk;
  await one.actions.seek(3);
  expect(one.$state.get().sought).toBe(3);
  expect(one.$state.get().talk).not.toBe(part);
});

it('files go as they were chosen, whichever is stored first, and words between them are not held up', async () => {
  const one = talk();
  await one.actions.open();
  const stored: Array<(id: number) => void> = [];
  const store = () => new Promise<number>((resolve) => void stored.push(resolve));
  void one.actions.sendFile('file', '一.docx', store);
  void one.actions.sendFile('file', '二.xlsx', store);
  stored[1]?.(2);
  await say(one, '两份都看一下');
  await vi.waitFor(() => expect(texts()).toEqual(['两份都看一下']));
  stored[0]?.(1);
  await vi.waitFor(() => expect(texts()).toEqual(['两份都看一下', '文件 1', '文件 2']));
});

it('what was taken back is written again behind what is being written, and nothing else of it stands there', async () => {
  const one = talk();
  await one.actions.open();
  await say(one, '下周三见');
  await one.actions.recall(1);
  expect(one.$state.get().talk.rows[0]).toMatchObject({ state: 'recalled', text: '' });
  one.actions.setDraft('更正：');
  one.actions.rewrite(1);
  expect(one.$state.get().draft).toBe('更正：\n下周三见');
  // a page that did not see it knows nothing of it
  const next = talk();
  await next.actions.open();
  expect(next.$state.get().taken).toEqual({});
});
