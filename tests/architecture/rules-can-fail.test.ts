import { expect, it } from 'vitest';
import { titlesOf } from '../../tools/rows.mjs';
import * as browser from './browser-rules.ts';
import * as imports from './import-rules.ts';
import { faultsOfRows } from './rows.ts';
import * as rules from './rules.ts';
import * as server from './server-rules.ts';
import { importsOf, type SourceFile } from './source.ts';

const file = (path: string, text: string): SourceFile => ({ path, text });

/** Each rule beside a file that breaks it and one that does not. */
const cases: Array<[string, rules.Rule, SourceFile[], SourceFile[]]> = [
  [
    'doors',
    rules.onlyThroughDoors,
    [file('src/server/views/home.ts', "import { findItem } from '../modules/catalog/repo.ts';")],
    [file('src/server/views/home.ts', "import { getItem } from '#server/modules/catalog/index.ts';")],
  ],
  [
    'calls',
    rules.onlyAllowedCalls,
    [file('src/server/modules/identity/register.ts', "import { getItem } from '../catalog/index.ts';")],
    [file('src/server/modules/catalog/read-item.ts', "import { publicUsers } from '../identity/index.ts';")],
  ],
  [
    'folders',
    server.foldersBitByBit,
    [file('src/server/backup/rehearse.ts', 'rmSync(files, { recursive: true, force: true });')],
    [file('src/server/backup/rehearse.ts', 'rmSync(half, { force: true });\nawait mkdir(files, { recursive: true });')],
  ],
  [
    'transactions',
    server.transactionsAskNoProvider,
    [
      file(
        'src/server/modules/a/b.ts',
        'await inTransaction(ctx, async (tx) => {\n  await lock(tx);\n  await storage.putPrivate(key, data);\n});',
      ),
    ],
    [
      file(
        'src/server/modules/a/b.ts',
        'await storage.putPrivate(key, data);\nawait inTransaction(ctx, async (tx) => {\n  tx.afterCommit(() => storage.removePrivate([key]));\n});',
      ),
    ],
  ],
  [
    'shared from the root',
    rules.sharedFromTheRoot,
    [file('src/features/publish/Form.tsx', "import { toastNote } from '../../client/toast.ts';")],
    [file('src/features/publish/Form.tsx', "import { toastNote } from '#client/toast.ts';\nimport { a } from '../order/a.ts';")],
  ],
  [
    'random names',
    browser.namesOfOnePlace,
    [file('src/features/mall/settle.store.ts', 'let key = crypto.randomUUID();')],
    [file('src/features/mall/settle.store.ts', 'let key = newKey();')],
  ],
  [
    'money',
    browser.moneyInOneForm,
    [file('src/features/salon/TicketCard.tsx', '{paid > 0 && <span>¥{paid}</span>}')],
    [file('src/features/salon/TicketCard.tsx', '{paid > 0 && <span>¥{amountText(paid)}</span>}')],
  ],
  [
    'days of the browser',
    browser.daysOfShanghai,
    [file('src/features/wallet/tax-year.store.ts', 'const year = new Date().getFullYear();')],
    [file('src/features/chat/MessageRow.tsx', "at.toLocaleTimeString('zh-CN', { timeZone: 'Asia/Shanghai' });")],
  ],
  [
    'days of tests',
    rules.testsCountShanghaisDays,
    [file('tests/db/books.test.ts', 'const month = new Date(t.clock.now()).toISOString().slice(0, 7);')],
    [file('tests/db/books.test.ts', 'const month = shanghaiDay(t.clock.now()).slice(0, 7);')],
  ],
  [
    'state from words',
    rules.stateIsNotReadFromWords,
    [file('src/server/modules/chat/send-message.ts', "if (there.nickname === '已注销用户') throw refused();")],
    [file('src/server/modules/chat/send-message.ts', "if (await isAccountClosed(tx, other)) throw refused('对方已注销账号');")],
  ],
  [
    'the address',
    rules.addressIsFollowedByOne,
    [file('src/features/chat/Chat.island.tsx', "addEventListener('popstate', follow);")],
    [file('src/features/chat/Chat.island.tsx', 'return followAddress(follow);')],
  ],
  [
    'the newest address',
    rules.newestAddressWins,
    [file('src/features/a/a.store.ts', "import { stepTo } from '#client/address.ts';\nset({ page: await fetchPage(asked()) });")],
    [
      file(
        'src/features/a/a.store.ts',
        "import { stepTo } from '#client/address.ts';\nconst page = await fetchPage(asked());\nif (mine === turn) set({ page });",
      ),
    ],
  ],
  [
    'long forms',
    rules.longFormsAsk,
    [file('src/features/a/AForm.tsx', '<Form><Field /><Field /><TextArea /><Select /></Form>')],
    [file('src/features/a/AForm.tsx', 'useLeaveWarning(changed);\n<Form><Field /><Field /><TextArea /><Select /></Form>')],
  ],
  [
    'Enter',
    rules.enterKnowsInputMethods,
    [file('src/features/chat/Composer.tsx', "if (event.key === 'Enter' && !event.nativeEvent.isComposing) send();")],
    [
      file(
        'src/features/chat/Composer.tsx',
        "import { isComposing } from '#client/is-composing.ts';\nif (event.key === 'Enter' && !isComposing(event)) send();",
      ),
    ],
  ],
  ['a module without a row', rules.onlyAllowedCalls, [file('src/server/modules/gossip/index.ts', 'export const a = 1;')], []],
  [
    'direction',
    rules.onlyDownwards,
    [file('src/server/modules/catalog/read-item.ts', "import { createGateway } from '../../http/gateway.ts';")],
    [file('src/server/app/ctx.ts', "import type { Jobs } from '../db/jobs.ts';")],
  ],
  [
    'areas in the browser',
    rules.noAreasInBrowser,
    [file('src/features/order/open-purchase.tsx', "import { findSection } from '#contract/areas/index.ts';")],
    [file('src/features/home/MembershipBand.astro', "import { findSection } from '#contract/areas/index.ts';")],
  ],
  ['direction of ui', rules.onlyDownwards, [file('src/ui/Button.tsx', "import { a } from '#contract/order.ts';")], []],
  [
    'schemas in the browser',
    rules.noSchemaInBrowser,
    [
      file('src/features/order/Buy.tsx', "import { orderidField } from '#contract/sales/fields.ts';"),
      file('src/contract/sales/fields.ts', "import { z } from 'zod';"),
    ],
    [
      file('src/features/order/Buy.tsx', "import type { salesCalls } from '#contract/sales/calls.ts';"),
      file('src/contract/sales/calls.ts', "import { z } from 'zod';"),
    ],
  ],
  [
    'server in the browser',
    rules.noServerInBrowser,
    [
      file('src/features/order/Buy.tsx', "import { fenToYuan } from './price.ts';"),
      file('src/features/order/price.ts', "import { fenToYuan } from '#server/kernel/money.ts';"),
    ],
    [file('src/features/order/Buy.tsx', "import { a } from '#contract/order.ts';"), file('src/contract/order.ts', 'export const a = 1;')],
  ],
  [
    'names of one kind',
    rules.notOneKindOnly,
    [file('src/features/item-list/Card.tsx', 'export const scheme_price = 1;')],
    [
      file('src/features/item-list/Card.tsx', "call('/scheme/scheme/voucher'); // a scheme, say"),
      file('src/pages/programme/index.astro', 'const scheme = KINDS.scheme;'),
    ],
  ],
  [
    'by noun',
    rules.notByNoun,
    [file('src/features/a/A.tsx', "const b = row.noun === '课程';"), file('src/features/a/B.tsx', 'const title = TITLES[kind.noun];')],
    [file('src/features/a/A.tsx', "const b = row.key === 'course' && [noun, label(noun)];")],
  ],
  [
    'addresses of kinds',
    rules.addressesOfKinds,
    [file('src/server/modules/study/tell.ts', `const href = \`/study/detail?id=\${item_id}\`;`)],
    [
      file('src/server/modules/study/tell.ts', 'const href = detailPath(KINDS.course, item_id);'),
      file('src/contract/demand.ts', `const a = (id: number) => \`/demand/details?id=\${id}\`;`),
    ],
  ],
  [
    'SQL',
    rules.sqlInItsPlace,
    [file('src/server/modules/catalog/read-item.ts', "import { eq } from 'drizzle-orm';")],
    [file('src/server/modules/catalog/listing/repo.ts', "import { eq } from 'drizzle-orm';")],
  ],
  [
    'builders of one place',
    rules.buildersOfOnePlace,
    [file('src/server/cli/doctor/repo.ts', 'const db = drizzle(client);')],
    [file('src/server/db/transaction.ts', 'const db = drizzle(client);')],
  ],
  [
    'tables of others',
    rules.ownTablesOnly,
    [
      file('src/server/modules/catalog/tables.ts', "export const items = pgTable('items', {});"),
      file('src/server/modules/search/repo.ts', 'const a = sql`select 1 from items`;'),
    ],
    [
      file('src/server/modules/catalog/tables.ts', "export const items = pgTable('items', {});"),
      file('src/server/modules/catalog/listing/repo.ts', 'const a = sql`select 1 from items`; // search joins items'),
    ],
  ],
  [
    'tables handed out',
    rules.ownTablesOnly,
    [file('src/server/modules/catalog/index.ts', "export { items } from './tables.ts';")],
    [file('src/server/modules/catalog/index.ts', "export { getItem } from './read-item.ts';")],
  ],
  [
    'environment',
    rules.environmentInConfig,
    [file('src/server/http/gateway.ts', "const a = process.env['PORT'];")],
    [file('src/server/config/config.ts', 'const a = process.env;'), file('src/server/boot.ts', '// process.env is read elsewhere')],
  ],
  [
    'seconds that are rounded',
    rules.secondsAreCut,
    [file('src/server/modules/ads/repo.ts', 'select extract(epoch from min(v.created_at))::int')],
    [file('src/server/modules/ads/repo.ts', 'select floor(extract(epoch from v.created_at))::bigint')],
  ],
  [
    'a status that nobody decided',
    rules.statusByMoveOnly,
    [file('src/server/modules/orders/repo.ts', "const a = 'update orders set status = 3 where id = $1';")],
    [file('src/server/modules/orders/repo.ts', "const a = 'update orders set status = $2 where id = $1 and status = $3';")],
  ],
  [
    'fetching component',
    rules.componentsDoNotFetch,
    [file('src/features/order/Buy.tsx', "const a = await fetch('/gateway/x');")],
    [file('src/features/order/order.api.ts', "const a = await fetch('/gateway/x');")],
  ],
  ['component with an api', rules.componentsDoNotFetch, [file('src/features/order/Buy.tsx', "import { buy } from './order.api.ts';")], []],
  [
    'state that anybody sets',
    rules.oneStoreShape,
    [
      file(
        'src/features/order/buy.store.ts',
        'export const $buying = atom(false);\nexport function createBuy() {\n  return { $state, actions: {} };\n}',
      ),
    ],
    [
      file(
        'src/features/order/buy.store.ts',
        'export function createBuy() {\n  const $state = atom(0);\n  return { $state, actions: {} };\n}\nexport const buy = createBuy();',
      ),
    ],
  ],
  ['a store without a shape', rules.oneStoreShape, [file('src/features/order/buy.store.ts', 'export async function buy() {}')], []],
  ['state beside a store', rules.oneStoreShape, [file('src/features/order/perform.ts', 'export const $work = atom(0);')], []],
  [
    'a failure that is a text',
    rules.oneFailureShape,
    [file('src/features/order/buy.store.ts', 'interface BuyState {\n  error: string;\n}')],
    [file('src/features/order/buy.store.ts', 'interface BuyState {\n  failure: Failure | null;\n}')],
  ],
  [
    'a failure of another shape',
    rules.oneFailureShape,
    [file('src/features/order/use-buy.ts', 'set({ message: error.msg, request_id: error.request_id });')],
    [file('src/features/order/use-buy.ts', 'set(failureOf(error));')],
  ],
  ...[
    '<select value="" />',
    '<textarea rows={3} />',
    '<p role="alert" className="text-xs text-error">{error}</p>',
    '<form noValidate>',
    '<input type="file" className="file-input w-full" />',
  ].map((raw): (typeof cases)[number] => [
    `a control of its own: ${raw}`,
    rules.controlsOfUi,
    [file('src/features/a/A.tsx', raw)],
    [file('src/features/a/A.tsx', '<Select label="a" /><TextBox /><FormError /><Form />'), file('src/ui/Select.tsx', raw)],
  ]),
  [
    'a chosen filter that is filled',
    rules.chosenIsNoMainAct,
    [file('src/features/a/A.tsx', "<button className={on ? 'btn-primary' : 'btn-ghost'} aria-pressed={on}>a</button>")],
    [file('src/features/a/A.tsx', '<button className="chip" aria-pressed={on}>a</button><a className="btn btn-primary">b</a>')],
  ],
  [
    'a root of its own',
    rules.oneDialogOpener,
    [file('src/features/order/open-buy.tsx', 'createRoot(host).render(null);')],
    [file('src/ui/open-dialog.tsx', 'createRoot(host).render(null);')],
  ],
  [
    'a part that may take the screen along',
    rules.partsMayFail,
    [file('src/features/order/Buy.island.tsx', "const Part = lazy(() => import('./Part.tsx'));")],
    [file('src/features/order/Buy.island.tsx', "const Part = late(() => import('./Part.tsx'));")],
  ],
  [
    'island props',
    rules.islandPropsAreJson,
    [file('src/features/order/Buy.island.tsx', 'interface BuyProps {\n  onDone: () => void;\n}\n')],
    [file('src/features/order/Buy.island.tsx', 'interface BuyProps {\n  id: number;\n  titles: string[];\n}\n')],
  ],
  ['island props with a date', rules.islandPropsAreJson, [file('src/features/a/A.island.tsx', 'type Props = {\n  at: Date;\n}\n')], []],
  [
    'hydration',
    rules.hydrationOnIntent,
    [file('src/pages/a.astro', '<Buy client:load />')],
    [file('src/pages/a.astro', '{/* the QR moves by itself */}\n<Buy client:load />')],
  ],
  ['length', rules.noLongFile, [file('src/a.ts', 'a\n'.repeat(501))], [file('src/a.ts', 'a\n'.repeat(500))]],
  ['names', rules.noEmptyNames, [file('src/server/utils/text.ts', '')], [file('src/server/kernel/text.ts', '')]],
  ['names in code', rules.noEmptyNames, [file('src/server/a.ts', 'export class OrderManager {}')], []],
  [
    'silent tests',
    rules.noSilentTests,
    [file('tests/db/a.test.ts', "it.skip('works', () => {});")],
    [file('tests/db/a.test.ts', "it('works', () => {});")],
  ],
  [
    'refusals',
    rules.refusalsAreSaid,
    [file('src/features/shop/shop.store.ts', 'set({ errors: error.fields ?? { form: error.msg } });')],
    [file('src/features/shop/shop.store.ts', 'set({ errors: formErrors(error) });')],
  ],
  [
    'circles',
    imports.noCircle,
    [file('src/a.ts', "import { b } from './b.ts';"), file('src/b.ts', "import './c.ts';"), file('src/c.ts', "export * from './a.ts';")],
    [
      file('src/a.ts', "import { b } from './b.ts';\nimport './c.ts';"),
      file('src/b.ts', "import type { a } from './a.ts';\nimport './c.ts';"),
      file('src/c.ts', "const later = () => import('./a.ts');"),
    ],
  ],
  [
    'circles in the browser',
    imports.noCircleInBrowser,
    [file('src/kit/a.ts', "const later = () => import('./b.ts');"), file('src/kit/b.ts', "import type { a } from './a.ts';")],
    [file('src/contract/a.ts', "import type { b } from './b.ts';"), file('src/contract/b.ts', "import type { a } from './a.ts';")],
  ],
  [
    'tests in the product',
    imports.noTestInProduct,
    [file('demo/a.ts', "import { b } from '../tests/support/b.ts';")],
    [file('demo/a.test.ts', "import { b } from '../tests/support/b.ts';")],
  ],
  ['a test beside it', imports.noTestInProduct, [file('src/a.ts', "import type { B } from './b.test.ts';")], []],
  [
    'read when used',
    imports.readWhenUsed,
    [file('src/server/a.ts', "import qrcode from 'qrcode';")],
    [
      file('src/server/a.ts', "import type { QRCode } from 'qrcode';\nconst later = () => import('qrcode');"),
      file('src/server/modules/assistant/exports/docx.ts', "import { Document } from 'docx';"),
      file('src/server/a.test.ts', "import { Document } from 'docx';"),
      file('demo/decks/pdf.ts', "import { PDFDocument } from '@cantoo/pdf-lib';"),
    ],
  ],
  [
    'old core',
    imports.noOldCore,
    [file('tools/a.mjs', "import 'node:punycode';")],
    [file('tools/a.mjs', "import 'punycode.js';\nimport 'node:path';")],
  ],
  ['promises', rules.noEmptyPromises, [file('src/a.ts', "const text = '敬请期待';")], [file('src/a.ts', "const text = '未开放';")]],
  [
    'limits',
    rules.refusalsNameTheLimit,
    [file('src/contract/a.ts', "max(9, '附件太多')")],
    [file('src/contract/a.ts', "max(9, '附件最多 9 个')")],
  ],
  ['open ends', rules.nothingLeftOpen, [file('src/a.ts', '// TODO later')], [file('src/a.ts', '// done')]],
  ['unchecked types', rules.nothingLeftOpen, [file('src/a.ts', '// @ts-ignore')], []],
  [
    'documented paths',
    rules.documentedPathsExist,
    [file('docs/a.md', 'see `src/server/nowhere.ts`')],
    [file('docs/a.md', 'see `src/server/boot.ts`, `src/features/<domain>` and `package.json`')],
  ],
];

it.each(cases)('%s: a broken rule is told, a kept one is not', (_name, rule, broken, kept) => {
  expect(rule(broken)).not.toEqual([]);
  expect(rule(kept)).toEqual([]);
});

it('reads imports as they are written', () => {
  const text = `
import { a } from './a.ts';
import type { B } from '#contract/b.ts';
import { type C, type D } from "../c.ts";
import {
  e,
  type F,
} from './e.ts';
export * from './g.ts';
import './h.css';
// import { i } from './i.ts';
const j = await import('./j.ts');
`;
  expect(importsOf(file('src/x/y.ts', text)).map(({ target, type_only, dynamic }) => `${target} ${type_only} ${dynamic}`)).toEqual([
    'src/x/a.ts false false',
    'src/contract/b.ts true false',
    'src/c.ts true false',
    'src/x/e.ts false false',
    'src/x/g.ts false false',
    'src/x/h.css false false',
    'src/x/j.ts false true',
  ]);
});

it('reads the table of a document and finds circles', () => {
  const text = '## Modules\n\n| module | owns | may call |\n| --- | --- | --- |\n| a | x | b, c |\n| b | y | |\n\n## Doors\n';
  expect(rules.documentedCalls(text)).toEqual({ a: ['b', 'c'], b: [] });
  expect(imports.circles({ a: ['b'], b: ['c'], c: ['a'] })).not.toEqual([]);
  expect(imports.circles({ a: ['b', 'c'], b: ['c'], c: [] })).toEqual([]);
});

it('names each row that nobody shows, and each that no list has', () => {
  const lists = { M: '001-004', ST: '1' };
  const says = (title: string) => file('tests/db/a.test.ts', `describe('buying', () => {\n  it.each([[1]])('${title}', () => {});\n});\n`);
  const decision = (status: string) =>
    file('docs/decisions/0001-a.md', `# 0001 A\n\n2026-01-01, ${status}.\n\nOf M-004 nothing is kept.\n`);
  const faults = (title: string, status: string) =>
    faultsOfRows(lists, [says(title)], [decision(status)]).map((fault) => fault.split(':')[0]);
  expect(faults('M-001 to M-003, ST-1 %i is paid', 'holds')).toEqual([]);
  expect(faults('M-001 to M-003, ST-1 %i is paid', 'refused')).toEqual(['M-004']);
  expect(faults('M-001, M-003 M17 ST-1 is paid', 'holds')).toEqual(['M-002']);
  expect(faults('pays M-001 to M-003, ST-1', 'holds')).toEqual(['M-001', 'M-002', 'M-003', 'ST-1']);
  expect(faults('M-001 to M-003, M-005, ST-1 to ST-2 is paid', 'holds')).toEqual(['M-005', 'ST-2']);
});

it('reads titles as they are written', () => {
  const text = `
describe('of a', () => {
  it.each<[string, number]>([
    ['not this one', 1],
  ])('takes %s', (_name, n) => {});
  it(\`has them\`, { timeout: 1 }, () => {});
});
it('it\\'s there', () => {});
test("alone", () => say('nothing', 1));
`;
  expect(titlesOf(text).map(({ title, depth }) => `${depth} ${title}`)).toEqual([
    '0 of a',
    '1 takes %s',
    '1 has them',
    "0 it's there",
    '0 alone',
  ]);
});
