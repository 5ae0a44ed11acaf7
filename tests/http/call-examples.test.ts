import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { CALL_EXAMPLES, exampleCommand } from '#server/http/call-examples.ts';
import { createGateway } from '#server/http/gateway.ts';
import { openApi } from '#server/http/openapi.ts';
import { escapeHtml } from '#server/kernel/plain-text.ts';
import { ensureTags, installDefaultTerms } from '#server/modules/catalog/index.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { registerUser } from '../support/identity.ts';
import { makeItem, makePerson } from '../support/item-world.ts';

const t = testApp();
let work = 0;
const [login] = CALL_EXAMPLES;
const { account, password } = (login?.input ?? {}) as { account: string; password: string };

beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  const publisher = await makePerson(t);
  const tag_ids = await inTransaction(t.ctx(), (tx) => ensureTags(tx, KINDS.scheme, ['年会']));
  work = (await makeItem(t, { publisher_id: publisher.id, title: '年会策划方案', price_fen: 9_900, tag_ids })).id;
  await settleOutbox(t.ctx());
  await registerUser(t, account, password);
});

/** The example says nothing that the answer does not: the same names with the same kinds of values, all the way down. */
function sameShape(example: unknown, real: unknown, at: string): void {
  if (Array.isArray(example)) {
    expect(Array.isArray(real), at).toBe(true);
    const [one] = example;
    sameShape(one, (real as unknown[])[0], `${at}[0]`);
  } else if (typeof example === 'object' && example !== null) {
    for (const [name, value] of Object.entries(example)) {
      expect(real, at).toHaveProperty(name);
      sameShape(value, (real as Record<string, unknown>)[name], `${at}.${name}`);
    }
  } else expect([at, typeof real]).toEqual([at, typeof example]);
}

it('lead from the login to the file when they are made one after the other', async () => {
  let token = '';
  let orderid = '';
  for (const { method, path, signed, input, answer } of CALL_EXAMPLES) {
    // ids are those of the test's world
    const given = { ...input, ...('id' in input ? { id: work } : {}), ...('orderid' in input ? { orderid } : {}) };
    if (path === '/api/order') await t.call('POST', '/sandbox/pay', { body: { orderid, channel: 'wechat', result: 'success' } });
    const { body } = await t.call<Record<string, unknown>>(method, path, {
      ...(method === 'GET' ? { query: given } : { body: given }),
      ...(signed ? { token } : {}),
    });
    expect([path, body.code, body.msg]).toEqual([path, 0, expect.any(String)]);
    sameShape(answer, body.data, path);
    token ||= String(body.data['token'] ?? '');
    orderid ||= String(body.data['orderid'] ?? '');
    if (path === '/api/order') expect(body.data['status']).toBe(answer['status']);
  }
});

it('stand on the readable page and in the document', async () => {
  const gateway = createGateway(t.app, endpoints);
  const html = await (await gateway.request('/docs')).text();
  for (const example of CALL_EXAMPLES) {
    expect(html.includes(escapeHtml(example.title)), example.title).toBe(true);
    expect(html.includes(escapeHtml(exampleCommand(example))), example.path).toBe(true);
  }
  const { paths } = (await openApi(endpoints)) as {
    paths: Record<string, Record<string, { responses: { 200: { content: Record<string, { example?: object }> } } }>>;
  };
  for (const { method, path, answer } of CALL_EXAMPLES)
    expect(paths[`/gateway${path}`]?.[method.toLowerCase()]?.responses[200].content['application/json']?.example).toMatchObject({
      ...{ code: 0, data: answer },
    });
});
