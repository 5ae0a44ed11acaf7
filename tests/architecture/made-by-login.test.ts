import { expect, test } from 'vitest';
import { MADE_BY_LOGIN, type MadeByLogin } from '#server/areas/made-by-login.ts';
import { readTree } from './source.ts';

/** What makes tokens, codes and signed addresses, or streams. */
const MAKES =
  /\bsecrets\.(link|code|upload)\b|\{ link\b.*\} = ctx\.app\.config\.secrets|\brandomToken\(|\bmakeOneTime\(|\bissueToken\(|\bnew OpenStream\(|\brequireFreshProof\(/;

/** Make secrets of another kind: of the machine, of a provider's protocol, names of files and of attempts. */
const OTHERS = [
  'kernel/',
  'config/',
  'db/',
  'backup/',
  'providers/sms/',
  'providers/payment/sandbox.ts',
  'providers/payment/wechat/',
  'providers/realname/',
  'providers/text-check/',
  'providers/wechat-login/',
  'providers/create-providers.ts',
  'http/request-id.ts',
  'http/purge-channel.ts',
  'boot.ts',
  'cli/',
  // a seed that is published, and a key that only makes an order idempotent
  'modules/draws/rounds.ts',
  'modules/orders/place-order.ts',
  'modules/orders/place-cart.ts',
  // hashes that tell readers of a day apart; nobody gets them and they open nothing
  'modules/search/learning/note-acts.ts',
  // signs what an export holds; it opens nothing
  'modules/operations/months.ts',
  // keys of files, made from what they come from
  ...['drafts/form-of-item', 'drafts/prepare-files', 'stored-files', 'take-picture'].map((name) => `modules/publishing/${name}.ts`),
  ...['rendering/render-file', 'uploading/store-rendered', 'uploading/finish-upload', 'uploading/receive-part'].map(
    (name) => `modules/publishing/${name}.ts`,
  ),
  // marks of the log and of limits; a password nobody has; ways that open a login by `issue-token.ts`
  ...['log-mark', 'login-limits', 'hash-password', 'log-in', 'register', 'hand-over', 'bound-to-login'].map(
    (name) => `modules/identity/${name}.ts`,
  ),
];

test('A1 whatever makes tokens, codes, links or streams stands in the table of what a login makes', () => {
  const named = new Set(Object.values(MADE_BY_LOGIN).flatMap((made: MadeByLogin) => made.files));
  const makers = readTree('src/server')
    .filter(({ path, text }) => !path.endsWith('.test.ts') && MAKES.test(text))
    .map(({ path }) => path.replace('src/server/', ''));
  const unnamed = makers.filter((path) => !named.has(path) && !OTHERS.some((other) => path.startsWith(other)));
  expect(unnamed, 'name them in src/server/areas/made-by-login.ts and walk them in tests/http/made-by-login.test.ts').toEqual([]);
});

test('A1 every file that the table names is there', () => {
  const files = new Set(readTree('src/server').map(({ path }) => path.replace('src/server/', '')));
  expect(Object.values(MADE_BY_LOGIN).flatMap((made: MadeByLogin) => made.files.filter((path) => !files.has(path)))).toEqual([]);
});

test('A2 whatever wants fresh proof asks for it where it is made', () => {
  const sources = new Map(readTree('src/server').map(({ path, text }) => [path.replace('src/server/', ''), text]));
  for (const [name, made] of Object.entries(MADE_BY_LOGIN) as [string, MadeByLogin][]) {
    const asks = made.files.some((path) => sources.get(path)?.includes('requireFreshProof(ctx)'));
    expect(asks, name).toBe(made.wants_proof === true);
  }
});
