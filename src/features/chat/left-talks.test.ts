import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const server = { online: false, said: [] as string[] };
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /user/chat/list': () => ({ list: [], next: '' }),
    'GET /user/chat/num': () => ({ num: 0, seq: 0 }),
    'GET /user/chat/conversation': () => ({ id: 3, last_seq: 0, read_seq: 0 }),
    'GET /user/chat/before': () => ({ list: [], last_seq: 0 }),
    'GET /user/chat/messages': () => ({ events: [] }),
    'POST /user/chat/send': ({ text, client_id }) => {
      if (!server.online) throw new ApiError({ code: 1, msg: '', status: 0 });
      server.said.push(String(text));
      return { seq: server.said.length, from: 1, client_id, text };
    },
  });
});
const stored: Record<string, string> = {};
Object.defineProperties(stored, {
  getItem: { value: (key: string) => stored[key] ?? null },
  setItem: { value: (key: string, text: string) => Object.assign(stored, { [key]: text }) },
  removeItem: { value: (key: string) => Reflect.deleteProperty(stored, key) },
});
const { createChats } = await import('./chats.store.ts');
const { createTalk } = await import('./talk.store.ts');

const heard: Record<string, () => void> = {};
const page = { visibilityState: 'hidden', addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(async () => {
  vi.useFakeTimers();
  Object.assign(server, { online: false, said: [] });
  vi.stubGlobal('localStorage', stored);
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => Object.assign(heard, { [name]: listener }));
  vi.stubGlobal('removeEventListener', () => undefined);
  const before = createTalk({ id: 3, me: 1, newId: () => 'client-left' });
  before.actions.setDraft('断网时说的');
  await before.actions.say();
  before.actions.close();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('H6 the line that is back sends what waits in other conversations, also of a page that nobody looks at', async () => {
  const stop = createChats({ me: 1 }).actions.begin();
  await vi.advanceTimersByTimeAsync(100);
  expect(server.said).toEqual([]);
  server.online = true;
  heard['online']?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(server.said).toEqual(['断网时说的']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.said).toHaveLength(1);
  stop();
});

it('H6 what is taken back in a conversation that was opened is not sent behind its back', async () => {
  const chats = createChats({ me: 1 });
  const stop = chats.actions.begin();
  await vi.advanceTimersByTimeAsync(100);
  chats.actions.select(3);
  await vi.advanceTimersByTimeAsync(100);
  chats.$state.get().talk?.actions.discard('client-left');
  server.online = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.said).toEqual([]);
  stop();
});
