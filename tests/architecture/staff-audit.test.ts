import { expect, it } from 'vitest';
import { couponFormOutput } from '#contract/outputs/coupon.ts';
import { goodsFormOutput } from '#contract/outputs/mall.ts';
import { taskFormOutput } from '#contract/outputs/points.ts';
import type { StaffVerb } from '#contract/staff.ts';
import { STAFF_BOUNDS } from '#contract/staff-bounds.ts';
import { COMES_BY } from '#features/review/queue-words.ts';
import { areas } from '#server/areas/index.ts';
import { SUBJECT_NOUNS, subjectsOf, subjectText } from '#server/outbox/audit-subjects.ts';
import { auditTitles } from '#server/views/admin/audit-entries.ts';
import { detailWords, FIELD_NOUNS } from '#server/views/admin/audit-fields.ts';
import { importsOf, moduleOf, readTree, type SourceFile, withoutComments } from './source.ts';

interface Body {
  /** Module or file that it stands in. */
  home: string;
  text: string;
}

/** Every function at the beginning of a line, by its name. */
function bodiesIn(files: readonly SourceFile[]): Map<string, Body[]> {
  const bodies = new Map<string, Body[]>();
  for (const { path, text } of files) {
    const home = moduleOf(path) ?? path;
    const parts = withoutComments(text).split(/\n(?=(?:export )?(?:async )?(?:function\*? |const ))/);
    for (const part of parts) {
      const name = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/.exec(part)?.[1];
      if (name) bodies.set(name, [...(bodies.get(name) ?? []), { home, text: part }]);
    }
  }
  return bodies;
}

const CALLED = /(\w+)\)?\(/g;
const calledBy = (text: string) => [...text.matchAll(CALLED)].map(([, name]) => name as string);

/** Whether what is written here leads to `recordAudit`: by functions of these modules, of their own, or that exist once. */
function audits(
  text: string,
  bodies: ReadonlyMap<string, readonly Body[]>,
  homes: ReadonlySet<string> = new Set(),
  seen = new Set<string>(),
  wanted = /\brecordAudit\)?\(/,
): boolean {
  if (wanted.test(text)) return true;
  return calledBy(text).some((name) => {
    const all = bodies.get(name) ?? [];
    const near = all.filter(({ home }) => homes.has(home));
    const body = near.length > 0 ? near.at(0) : all.length === 1 ? all[0] : undefined;
    if (!body || seen.has(`${body.home} ${name}`)) return false;
    seen.add(`${body.home} ${name}`);
    return audits(body.text, bodies, new Set([body.home]), seen, wanted);
  });
}

/** Modules and views that the files of an area, or its lists outside of it, import. */
function homesOf(area: string): Set<string> {
  const files = server.filter(({ path }) => path.startsWith(`src/server/areas/${area}/`) || path.startsWith('src/server/views/admin/'));
  return new Set(files.flatMap(importsOf).map(({ target }) => moduleOf(target) ?? target));
}

const server = readTree('src/server').filter(({ path }) => !path.endsWith('.test.ts'));
const bodies = bodiesIn(server);

/** Calls of staff that change nothing of others', and why. */
const NOTHING_OF_OTHERS: Readonly<Record<string, string>> = {
  'POST /admin/list/view': 'a view is its owner’s alone',
  'DELETE /admin/list/view': 'as above',
  'POST /admin/list/preview': 'counts only',
  'POST /admin/search/preview': 'compares only',
  'POST /admin/picture': 'a picture that nothing shows yet; the form that shows it is in the log',
};

/** Calls that are given their verb as a value: which one. */
const VERBS: Readonly<Record<string, string>> = {
  'POST /admin/invoice/issue': 'issueInvoice',
  'POST /admin/invoice/reverse': 'reverseInvoice',
};

it('every call of staff that changes something leads to the audit log', () => {
  const staff = areas.flatMap(({ name, endpoints = [] }) =>
    endpoints.flatMap((one) =>
      typeof one.auth === 'object' && 'verb' in one.auth && one.method !== 'GET' ? [{ ...one, area: name }] : [],
    ),
  );
  expect(staff.length).toBeGreaterThan(30);
  const silent = staff
    .map((one) => ({ ...one, name: `${one.method} ${one.path}` }))
    .filter(({ name }) => !NOTHING_OF_OTHERS[name])
    .filter(({ name, handle, act, area }) => !audits(VERBS[name] ? `${VERBS[name]}()` : String(act ?? handle), bodies, homesOf(area)));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

it('every action of every list does', () => {
  const actions = areas.flatMap(({ name, staff_lists = [] }) =>
    staff_lists.flatMap((list) => list.actions.map((action) => ({ name: `${list.key} ${action.name}`, run: action.run, area: name }))),
  );
  expect(actions.length).toBeGreaterThan(30);
  expect(actions.filter(({ run, area }) => !audits(run.toString(), bodies, homesOf(area))).map(({ name }) => name)).toEqual([]);
});

/** What a verb with acts also guards and that gives nothing out. */
const GIVES_NOTHING: Readonly<Record<string, string>> = {
  'POST /admin/campaign': 'texts and pictures; coupons that it offers were bound when they were saved',
  'POST /admin/round/close': 'ends a round',
  'POST /admin/vip/end': 'takes away; not for oneself',
  'POST /admin/union/retry': 'asks a partner again for what was bought',
  'invites refuse': 'gives nothing',
};
const SWITCHES = /^(?:on|off|stop|go_on|close|retry)$/;

it('A4 every call and list action under a verb with acts leads to performAct, refunds of orders to its bound', () => {
  const acts = (verb: StaffVerb) => 'acts' in STAFF_BOUNDS[verb];
  const leads = (text: string, area: string) => audits(text, bodies, homesOf(area), new Set(), /\b(?:performAct|isBeyond)\)?\(/);
  const calls = areas.flatMap(({ name: area, endpoints = [] }) =>
    endpoints.flatMap(({ method, path, auth, handle, act }) =>
      typeof auth === 'object' && 'verb' in auth && method !== 'GET' && acts(auth.verb)
        ? [{ name: `${method} ${path}`, text: String(act ?? handle), area }]
        : [],
    ),
  );
  const listed = areas.flatMap(({ name: area, staff_lists = [] }) =>
    staff_lists.flatMap(({ key, actions }) =>
      actions
        // what is switched was bound when it was saved
        .filter(({ name, verb }) => acts(verb) && !SWITCHES.test(name))
        .map(({ name, run }) => ({ name: `${key} ${name}`, text: run.toString(), area })),
    ),
  );
  expect(calls.length).toBeGreaterThan(8);
  const loose = [...calls, ...listed].filter(({ name, text, area }) => !GIVES_NOTHING[name] && !leads(text, area));
  expect(loose.map(({ name }) => name)).toEqual([]);
});

it('every decision of the review desk does, in one place', () => {
  expect(audits('decideReview()', bodies)).toBe(true);
});

it('would notice one that does not', () => {
  const file = (text: string): SourceFile => ({ path: 'src/server/modules/x/x.ts', text });
  const known = bodiesIn([
    file('export function loud() {\n  helper();\n}\nfunction helper() {\n  recordAudit(tx);\n}\nexport function quiet() {\n  other();\n}'),
  ]);
  expect([audits('(tx) => loud(tx)', known), audits('(tx) => (0, mod.loud)(tx)', known), audits('(tx) => quiet(tx)', known)]).toEqual([
    true,
    true,
    false,
  ]);
});

it('the log says in words what was done, also by the desk', () => {
  const titles = auditTitles();
  const named = readTree('src/server')
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ text }) => [...withoutComments(text).matchAll(/recordAudit\(\s*\w+,([^;]*?)(?:,|\))/g)].map(([, action = '']) => action))
    .flatMap((action) => [...action.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name as string));
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((name) => !titles[name])).toEqual([]);
  const desk = areas.flatMap((area) => area.reviewables ?? []).flatMap(({ type, actions }) => actions.map(({ name }) => `${type}.${name}`));
  expect(desk.filter((name) => !/\p{Script=Han}/u.test(titles[name] ?? ''))).toEqual([]);
});

it('each queue of the desk says in its own words what comes to it', () => {
  const types = areas.flatMap((area) => area.reviewables ?? []).map(({ type }) => type);
  expect(types.toSorted()).toEqual(Object.keys(COMES_BY).toSorted());
  expect(new Set(Object.values(COMES_BY)).size).toBe(types.length);
});

/** Subjects and fields as calls of `recordAudit` write them, with subjects of the desk; forms that are written whole name theirs below. */
function writtenInto(files: readonly SourceFile[]): { subjects: string[]; fields: string[] } {
  const code = files.map(({ text }) => withoutComments(text));
  const calls = code.flatMap((text) =>
    text
      .split(/recordAudit\(/)
      .slice(1)
      .map(upToItsEnd),
  );
  const subjects = [...calls, ...code.flatMap((text) => [...text.matchAll(/subject: \(id\) => `[^`]*`/g)].map(([all]) => all))]
    .flatMap((text) => [...text.matchAll(/`([a-z_-]+[:#])/g)])
    .map(([, name = '']) => name);
  const fields = calls
    .map(
      (text) =>
        withoutCalls(text)
          .split(/,(?![^{]*\})/)
          .at(3)
          ?.trim() ?? '',
    )
    .filter((detail) => detail.startsWith('{'))
    .flatMap((detail) => [...detail.matchAll(/[{,]\s*([a-z_]+)\s*(?=[:,}])/g)].map(([, name = '']) => name));
  return { subjects: [...new Set(subjects)], fields: [...new Set(fields)] };
}

/** What stands between parentheses names no field of its own. */
function withoutCalls(text: string): string {
  const less = text.replaceAll(/`[^`]*`/g, '``').replaceAll(/\([^()]*\)/g, '');
  return less === text ? text : withoutCalls(less);
}

function upToItsEnd(text: string): string {
  let depth = 1;
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth === 0) return text.slice(0, at);
  }
  return text;
}

it('the log says in words what it is about and what every field holds', () => {
  const { subjects, fields } = writtenInto(server);
  expect([subjects.length > 40, fields.length > 40]).toEqual([true, true]);
  const forms = [goodsFormOutput, couponFormOutput.shape.form, taskFormOutput.shape.form].flatMap((form) => Object.keys(form.shape));
  expect(subjects.filter((name) => !SUBJECT_NOUNS[name])).toEqual([]);
  expect([...fields, ...forms].filter((name) => !FIELD_NOUNS[name])).toEqual([]);
});

it('finds again what it says', () => {
  for (const subject of ['user:12', 'month:2026-10', 'invoice#7', 'act:9']) expect(subjectsOf(subjectText(subject))).toContain(subject);
  expect([subjectText('act:9'), subjectText('search'), subjectText('202611230000000000000000')]).toEqual([
    '待复核的操作 9',
    '搜索',
    '202611230000000000000000',
  ]);
  const said = (detail: Record<string, unknown>) => detailWords(detail, { titleOf: (act) => `办：${act}`, nameOf: (id) => `第 ${id} 人` });
  expect(said({ kind: 'scheme', item_ids: [191] })).toEqual({ 类型: '方案', 作品: '191' });
  expect(said({ act: 'month.close', explained: '', confirmed_by: 66, value_fen: 1250 })).toEqual({
    操作: '办：month.close',
    复核人: '第 66 人',
    金额: '¥12.50',
  });
});
