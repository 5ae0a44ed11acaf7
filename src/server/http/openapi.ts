import { z } from 'zod';
import { exampleEnvelope, exampleOf } from './call-examples.ts';
import type { Endpoint } from './endpoint.ts';

export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  description?: string;
  additionalProperties?: unknown;
}

/** What a caller may send, from the schema that also refuses everything else. */
export function inputSchema(definition: Endpoint): JsonSchema {
  const made = jsonSchema(definition.input, 'input');
  if (!(definition.input instanceof z.ZodObject)) return made;
  const shape = definition.input.shape as Record<string, z.ZodType>;
  // by trying: a field that is shaped before it is weighed would count as optional
  const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);
  return { ...made, required };
}

/** What `data` is on success; null for what is no envelope. */
export function outputSchema({ output }: Endpoint): JsonSchema | null {
  return output ? jsonSchema(output, 'output') : null;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & { $schema?: string };
  delete made.$schema;
  return made;
}

const CODES = '0 成功；1 提示 msg；2 需要登录；3 当日次数已用完；4 需要验证码；5 至 8 由调用方处理';

const PATH_PARAMETER = /:(\w+)/g;

/** OpenAPI 3.1 of all calls. */
export function openApi(endpoints: readonly Endpoint[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const definition of endpoints) {
    const path = `/gateway${definition.path.replace(PATH_PARAMETER, '{$1}')}`;
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation(definition) };
  }
  return {
    openapi: '3.1.0',
    info: { title: '策猫接口', version: '1', description: `每个回答都是 {code, msg, data}。code：${CODES}。` },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: {
            code: { type: 'integer', minimum: 0, maximum: 8, description: CODES },
            msg: { type: 'string' },
            data: {},
            fields: { type: 'object', additionalProperties: { type: 'string' }, description: '出错的字段与原因，仅 code 1' },
            request_id: { type: 'string', description: '用于查询日志，仅出错时' },
          },
        },
      },
    },
  };
}

function operation(definition: Endpoint): unknown {
  const input = inputSchema(definition);
  const inQuery = definition.method === 'GET' || definition.method === 'DELETE' || definition.raw_body;
  const fields = Object.entries(input.properties ?? {});
  const data = outputSchema(definition) ?? {};
  const example = exampleOf(definition.method, definition.path);
  const given = example?.input ?? {};
  const inPath = [...definition.path.matchAll(PATH_PARAMETER)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const answer = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
  });
  return {
    tags: [definition.tag],
    summary: definition.summary,
    operationId: `${definition.method.toLowerCase()}${definition.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    ...(definition.auth === 'none' ? {} : { security: definition.auth === 'optional' ? [{}, { token: [] }] : [{ token: [] }] }),
    ...(inQuery
      ? {
          parameters: [
            ...inPath,
            ...fields.map(([name, schema]) => ({
              ...{ name, in: 'query', required: input.required?.includes(name) ?? false, schema },
              ...(Object.hasOwn(given, name) ? { example: given[name] } : {}),
            })),
          ],
        }
      : {
          parameters: inPath,
          requestBody: { content: { 'application/json': { schema: input, ...(example ? { example: given } : {}) } } },
        }),
    responses: {
      200: {
        description: '成功，或由调用方处理的 code 3 至 8',
        content: {
          ...(definition.answers ? { [definition.answers]: { schema: { type: 'string', format: 'binary' } } } : {}),
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { data } }] },
            ...(example ? { example: exampleEnvelope(example) } : {}),
          },
        },
      },
      400: answer('code 1：内容有误'),
      ...(definition.auth === 'none' || definition.auth === 'optional' ? {} : { 401: answer('code 2：请登录') }),
      ...(typeof definition.auth === 'object' ? { 403: answer('code 1：没有权限') } : {}),
      429: answer('code 1：操作过于频繁'),
    },
  };
}
