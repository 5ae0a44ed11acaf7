import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Envelope } from '#contract/envelope.ts';
import { SPECIFIED_CALLS } from '#contract/specified.ts';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { setRoles } from '#server/modules/identity/index.ts';
import { testApp } from '../support/app.ts';
import { newMobile, registerUser } from '../support/identity.ts';

const UNDECLARED = 'undeclared_field';
/** Beside the specification's: providers call them, calendars read them, people hand their addresses on, or its clients post what it shows. */
const LENIENT = [
  'GET /attachment/:signed',
  // apps add what they like to an address that is sent by message
  'GET /c/:code',
  'GET /c/:code/:page',
  'POST /c/:code',
  'GET /download/:signed',
  'GET /download/original/:signed',
  'GET /scheme/page/:signed',
  'GET /user/export/:signed',
  'GET /user/user/wechatcallback',
  'GET /user/workbench/calendar.ics',
  'POST /api/Burieddata/behaviour',
  'POST /pay/notify/:provider',
];

const t = testApp();
let gateway: ReturnType<typeof createGateway>;
let token = '';

beforeAll(async () => {
  const staff = newMobile();
  token = (await registerUser(t, staff)).body.data.token;
  await setRoles(t.ctx(), staff, ['admin']);
  // what is asked here is what comes before the work of a call
  gateway = createGateway(
    t.app,
    endpoints.map(({ limit: _limit, ...call }) => ({ ...call, handle: async () => null })),
  );
});

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

it('lets callers that are not ours send more: those of the specification, and a few more', () => {
  expect(
    endpoints
      .filter(({ lenient }) => lenient)
      .map(named)
      .toSorted(),
  ).toEqual([...SPECIFIED_CALLS, ...LENIENT].toSorted());
});

/** Every object in the schema that would drop what it does not know. */
function dropping(schema: z.core.$ZodType, at: string): string[] {
  const { def } = schema._zod as unknown as { def: Record<string, unknown> };
  const inner = (value: unknown, name: string) => (value instanceof z.ZodType ? dropping(value, name) : []);
  if (schema instanceof z.ZodObject) {
    const drops = !(schema.def.catchall instanceof z.ZodType);
    return [...(drops ? [at] : []), ...Object.entries(schema.shape).flatMap(([name, one]) => inner(one, `${at}.${name}`))];
  }
  const held = ['innerType', 'element', 'valueType', 'in', 'out', 'left', 'right'].flatMap((key) => inner(def[key], at));
  const listed = ['options', 'items'].flatMap((key) => ((def[key] as unknown[] | undefined) ?? []).flatMap((one) => inner(one, at)));
  return [...held, ...listed];
}

it('B5 refuses what is not declared inside of fields as well', () => {
  const ours = endpoints.filter(({ lenient }) => !lenient);
  const inside = ours.flatMap((call) =>
    Object.entries(call.input.shape).flatMap(([name, field]) => dropping(field as z.ZodType, `${named(call)} ${name}`)),
  );
  expect(inside).toEqual([]);
});

describe.each(endpoints.map((call) => [named(call), call] as const))('%s', (_name, { method, path, lenient, raw_body }) => {
  it(lenient ? 'takes more than it declares' : 'B5 refuses a field that it does not declare', async () => {
    const bodied = !raw_body && (method === 'POST' || method === 'PUT');
    const address = path.replace(/:\w+/g, 'AAAAAAAAAAAAAAAAAAAAAAAA');
    const response = await gateway.request(bodied ? address : `${address}?${UNDECLARED}=1`, {
      method,
      headers: { token, platform: '4', 'content-type': 'application/json' },
      ...(bodied ? { body: JSON.stringify({ [UNDECLARED]: 1 }) } : {}),
    });
    const { fields = {} } = (await response.json()) as Envelope;
    if (lenient) expect(fields).not.toHaveProperty(UNDECLARED);
    else expect([response.status, fields[UNDECLARED]]).toEqual([400, `没有“${UNDECLARED}”这个字段`]);
  });
});
