import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { inputSchema, openApi, outputSchema } from './openapi.ts';

const id = z.int().min(1).max(99);
const friend = z.object({ id, since: z.string() });
const person = z.object({ id, name: z.string().max(40), friends: z.array(friend) });
const list = z.object({ list: z.array(person), also: z.union([person, z.null()]) });
const handle = () => Promise.reject(new Error('not called'));
const rest = { summary: '人', tag: 'user', handle } as const;
const calls: Endpoint[] = [
  { ...rest, method: 'GET', path: '/people/one', auth: 'none', input: z.object({ id }), output: person },
  { ...rest, method: 'GET', path: '/people/list', auth: 'user', input: z.object({ id }), output: list },
  { ...rest, method: 'POST', path: '/people', auth: 'user', input: z.object({ who: person }), output: list },
];

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  components: Record<'schemas' | 'responses' | 'parameters', Record<string, unknown>>;
}

/** A part of the document with all references followed. */
function whole(document: Document, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => whole(document, one));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, whole(document, one)]));
  const found = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
  expect(found, $ref).toBeDefined();
  return whole(document, found);
}

it('A11 writes a schema once that stands in many places, and says the same with it', async () => {
  const document = (await openApi(calls)) as Document;
  const names = Object.keys(document.components.schemas);
  expect(names.length).toBeGreaterThan(1);
  expect(names.every((name) => /^[A-Za-z0-9._-]+$/.test(name))).toBe(true);
  expect(JSON.stringify(document).match(/"since"/g)).toHaveLength(2); // the property and that it is required
  expect(Object.keys(document.components.parameters)).toEqual(['id']);
  expect(Object.keys(document.components.responses)).toContain('Answer');
  for (const one of calls) {
    const operation = whole(document, document.paths[`/gateway${one.path}`]?.[one.method.toLowerCase()]);
    expect(operation).toHaveProperty(
      ['responses', '200', 'content', 'application/json', 'schema', 'allOf', 1, 'properties', 'data'],
      outputSchema(one),
    );
    if (one.method === 'POST') expect(operation).toHaveProperty(['requestBody', 'content', 'application/json', 'schema'], inputSchema(one));
    else expect(operation).toHaveProperty(['parameters', 0, 'schema'], inputSchema(one).properties?.['id']);
    expect(operation).toHaveProperty(['responses', '4XX', 'description'], expect.stringMatching(/400.*401 code 2：请登录.*403.*429/));
  }
});
