import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const server = { edition: 3, list: ['您好，{对方称呼}', '报价含税'] };
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  const answer = () => ({ ...server, companies: [{ name: '星河', list: ['星河的报价说明'] }], people: 0 });
  return fakedGateway({
    'GET /user/chat/phrases': answer,
    'PUT /user/chat/phrases': ({ edition, list }) => {
      if (edition !== server.edition) throw new ApiError({ code: 1, msg: '在别处改过了', status: 409 });
      Object.assign(server, { edition: server.edition + 1, list });
      return answer();
    },
  });
});
const { createPhrases, phrasesFor, phraseWords, withPhrase } = await import('./phrases.store.ts');

it('a slash at the beginning of one line asks for sentences, whichever keyboard wrote it', () => {
  expect(['/', '/报价', '／报', '', '价格/天', '/a\n第二行'].map(phraseWords)).toEqual(['', '报价', '报', null, null, null]);
});

it('own sentences stand before those of companies, and what is chosen names the other side', async () => {
  const one = createPhrases();
  expect(phrasesFor(one.$state.get().phrases, '')).toEqual([]);
  await one.actions.load();
  const { phrases } = one.$state.get();
  expect(phrasesFor(phrases, '报价')).toEqual([
    { text: '报价含税', company: '' },
    { text: '星河的报价说明', company: '星河' },
  ]);
  expect(withPhrase('/您', '您好，{对方称呼}。{对方称呼}？', '小林')).toBe('您好，小林。小林？');
  expect(withPhrase('先说一句', '报价含税', '小林')).toBe('先说一句\n报价含税');
  expect(withPhrase('长'.repeat(1_999), '报价', '小林')).toHaveLength(2_000);
});

it('what another tab changed first is read, and said', async () => {
  const [one, other] = [createPhrases(), createPhrases()];
  await one.actions.load();
  await other.actions.load();
  expect(await other.actions.save(['只剩一句'])).toBe('');
  expect(await one.actions.save(['别的'])).toBe('在别处改过了');
  expect(one.$state.get().phrases?.list).toEqual(['只剩一句']);
  expect(await one.actions.save(['别的'])).toBe('');
  expect(server.list).toEqual(['别的']);
});
