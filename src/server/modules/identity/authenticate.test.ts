import { expect, it } from 'vitest';
import { type TokenHolder, TokenMemory } from './authenticate.ts';
import { TOKEN_MEMORY_MOST, TOKEN_MEMORY_MS } from './login-limits.ts';

const FAR = new Date(10_000_000_000_000);
const holder = (user_id: number, expires_at = FAR): TokenHolder => ({ token_id: user_id, user_id, roles: [], expires_at });

it('remembers for two seconds, and never past the end of the login', () => {
  const memory = new TokenMemory();
  memory.keep('a', holder(1), 0, memory.mark());
  memory.keep('b', holder(2, new Date(500)), 0, memory.mark());
  expect(memory.recall('a', TOKEN_MEMORY_MS - 1)?.user_id).toBe(1);
  expect(memory.recall('a', TOKEN_MEMORY_MS)).toBeNull();
  expect(memory.recall('b', 499)?.user_id).toBe(2);
  expect(memory.recall('b', 500)).toBeNull();
  // a clock that was set back
  expect(memory.recall('a', -1)).toBeNull();
});

it('forgets a user at once, also one whose lookup is under way', () => {
  const memory = new TokenMemory();
  memory.keep('a', holder(1), 0, memory.mark());
  memory.keep('b', holder(2), 0, memory.mark());
  const before_logout = memory.mark();
  memory.forgetUser(1);
  memory.keep('a', holder(1), 0, before_logout);
  expect(memory.recall('a', 1)).toBeNull();
  expect(memory.recall('b', 1)?.user_id).toBe(2);
});

it('holds a bounded number, the oldest leave first', () => {
  const memory = new TokenMemory();
  for (let i = 0; i <= TOKEN_MEMORY_MOST; i++) memory.keep(String(i), holder(i), 0, memory.mark());
  expect(memory.recall('0', 1)).toBeNull();
  expect(memory.recall('1', 1)?.user_id).toBe(1);
});
