import { z } from 'zod';
import { inStrips } from '../kernel/strips.ts';
import { exampleEnvelope, exampleOf } from './call-examples.ts';
import type { Endpoint } from './endpoint.ts';

/** A reference, without the name in it. */
const REFERENCE_CHARS = JSON.stringify({ $ref: '#/components/schemas/' }).length;
/** Where a schema holds others: one, a list of them, or one a name. */
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties'];

/** A schema of which equal ones are the same object; the schemas in it are such objects as well. */
class Shape {
  readonly id: number;
  readonly content: Record<string, unknown>;
  readonly chars: number;
  /** What it is called by those who hold it. */
  readonly hint: string;
  uses = 0;
  name: string | null = null;

  constructor(id: number, content: Record<string, unknown>, chars: number, hint: string) {
    this.id = id;
    this.content = content;
    this.chars = chars;
    this.hint = hint;
  }
}

/** Collects schemas; those that stand in more than one place become components, and a reference stands in each place. */
export function createSharedSchemas() {
  const shapes = new Map<string, Shape>();

  function shapeOf(schema: JsonSchema, hint: string): Shape {
    const { minimum, maximum, ...rest } = schema;
    const content: Record<string, unknown> = rest;
    // those of every whole number would be a quarter of the document
    if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) content['minimum'] = minimum;
    if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) content['maximum'] = maximum;
    const inner: Shape[] = [];
    const into = (one: unknown, name: string): unknown => {
      if (typeof one !== 'object' || one === null) return one;
      const shape = shapeOf(one as JsonSchema, name);
      inner.push(shape);
      return shape;
    };
    for (const key of ONE) if (key in content) content[key] = into(content[key], `${hint}/${key}`);
    for (const key of LISTS) if (key in content) content[key] = (content[key] as unknown[]).map((one) => into(one, `${hint}/choice`));
    for (const key of MAPS) {
      if (key in content)
        content[key] = Object.fromEntries(Object.entries(content[key] as object).map(([name, one]) => [name, into(one, name)]));
    }
    const text = JSON.stringify(content, (_key, value) => (value instanceof Shape ? value.id : value));
    const known = shapes.get(text);
    if (known) return known;
    const made = new Shape(
      shapes.size,
      content,
      inner.reduce((sum, { chars }) => sum + chars, text.length),
      hint,
    );
    shapes.set(text, made);
    // what holds it is one place, however many places hold that
    for (const shape of inner) shape.uses++;
    return made;
  }

  const plain = (value: unknown): unknown => {
    if (value instanceof Shape) return value.name ? { $ref: `#/components/schemas/${value.name}` } : plain(value.content);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
  };

  return {
    /** Holds the place of a schema in a document. `hint`: what it may be called. */
    place(schema: JsonSchema, hint: string): unknown {
      const shape = shapeOf(schema, hint);
      shape.uses++;
      return shape;
    },
    /** The components by name. Call when all schemas have their place, and `written` afterwards. */
    async components(): Promise<Record<string, unknown>> {
      const taken = new Map<string, number>();
      // what each place saves must pay for the name that stands in all of them and once more
      const shared = [...shapes.values()].filter(
        ({ uses, chars, hint }) => chars * (uses - 1) > (REFERENCE_CHARS + hint.length) * uses + hint.length,
      );
      for (const shape of shared) {
        const base = shape.hint.replace(/[^A-Za-z0-9]+(.)?/g, (_sign, next: string = '') => next.toUpperCase());
        const title = `${base.slice(0, 1).toUpperCase()}${base.slice(1)}`;
        const count = (taken.get(title) ?? 0) + 1;
        taken.set(title, count);
        shape.name = count === 1 ? title : `${title}_${count}`;
      }
      const components: Record<string, unknown> = {};
      for await (const shape of inStrips(shared)) components[shape.name ?? ''] = plain(shape.content);
      return components;
    },
    /** The document with schemas and references in the places. */
    written: plain,
  };
}

/**
 * Parts of operations (parameters, answers) that several of them hold alike: `take` gives a reference to the first of a kind that is met again,
 * `components` what they refer to. All are to be met by `count` before.
 */
export function createSharedParts(at: 'parameters' | 'responses') {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  const components: Record<string, unknown> = {};
  return {
    count(part: unknown): void {
      const text = JSON.stringify(part);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    },
    take(part: unknown, hint: string): unknown {
      const text = JSON.stringify(part);
      if ((counts.get(text) ?? 0) < 2) return part;
      const known = names.get(text);
      const nth = (taken.get(hint) ?? 0) + (known ? 0 : 1);
      const name = known ?? (nth === 1 ? hint : `${hint}_${nth}`);
      if (!known) {
        taken.set(hint, nth);
        names.set(text, name);
        components[name] = part;
      }
      return { $ref: `#/components/${at}/${name}` };
    },
    components,
  };
}

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
  const made = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any' },
    // an answer may say more one day; what is sent may not
    override: ({ jsonSchema: one }) => {
      if (io === 'output' && one.additionalProperties === false) delete one.additionalProperties;
    },
  }) as JsonSchema & { $schema?: string };
  delete made.$schema;
  return made;
}

const CODES = '0 成功；1 提示 msg；2 需要登录；3 当日次数已用完；4 需要验证码；5 至 8 由调用方处理';

const PATH_PARAMETER = /:(\w+)/g;

/** Of all calls: which of them a call can meet follows from who may call it. */
const REFUSED = {
  description: '400 code 1：内容有误；401 code 2：请登录；403 code 1：没有权限；429 code 1：操作过于频繁',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
};

/** OpenAPI 3.1 of all calls; what stands in it more than once is a component. Other work runs meanwhile. */
export async function openApi(endpoints: readonly Endpoint[]): Promise<unknown> {
  const shared = createSharedSchemas();
  const placed: Array<[path: string, method: string, unknown]> = [];
  for await (const definition of inStrips(endpoints)) {
    const path = `/gateway${definition.path.replace(PATH_PARAMETER, '{$1}')}`;
    placed.push([path, definition.method.toLowerCase(), operation(definition, shared.place)]);
  }
  const schemas = await shared.components();
  const written: Array<[path: string, method: string, Operation]> = [];
  const parameters = createSharedParts('parameters');
  const responses = createSharedParts('responses');
  for await (const [path, method, one] of inStrips(placed)) {
    const operation = shared.written(one) as Operation;
    for (const parameter of operation.parameters) parameters.count(parameter);
    responses.count(operation.responses[200]);
    written.push([path, method, operation]);
  }
  const paths: Record<string, Record<string, unknown>> = {};
  for await (const [path, method, one] of inStrips(written)) {
    const taken = one.parameters.map((parameter) => parameters.take(parameter, parameter.name));
    const alike = {
      // none is what it means to say nothing
      parameters: taken.length > 0 ? taken : undefined,
      responses: { ...one.responses, 200: responses.take(one.responses[200], 'Answer') },
    };
    paths[path] = { ...paths[path], [method]: { ...one, ...alike } };
  }
  return {
    openapi: '3.1.0',
    info: { title: '策猫接口', version: '1', description: `每个回答都是 {code, msg, data}。code：${CODES}。` },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      parameters: parameters.components,
      responses: { Refused: REFUSED, ...responses.components },
      schemas: {
        ...schemas,
        Envelope: {
          type: 'object',
          required: ['code', 'msg', 'data'],
          properties: {
            code: { type: 'integer', minimum: 0, maximum: 8, description: `${CODES}；3 至 8 也以 200 回答` },
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

interface Operation {
  parameters: Array<{ name: string }>;
  responses: Record<number | '4XX', unknown>;
}

type Place = ReturnType<typeof createSharedSchemas>['place'];

function operation(definition: Endpoint, place: Place): unknown {
  const input = inputSchema(definition);
  const inQuery = definition.method === 'GET' || definition.method === 'DELETE' || definition.raw_body;
  const fields = Object.entries(input.properties ?? {});
  const output = outputSchema(definition);
  const name = definition.path.replace(/^\//, '');
  const data = output ? place(output, `${name}/answer`) : {};
  const example = exampleOf(definition.method, definition.path);
  const given = example?.input ?? {};
  const inPath = [...definition.path.matchAll(PATH_PARAMETER)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    tags: [definition.tag],
    summary: definition.summary,
    operationId: `${definition.method.toLowerCase()}${definition.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    // where nothing is said the token is wanted, as the document says
    ...(definition.auth === 'none' ? { security: [] } : definition.auth === 'optional' ? { security: [{}, { token: [] }] } : {}),
    ...(inQuery
      ? {
          parameters: [
            ...inPath,
            ...fields.map(([field, schema]) => ({
              ...{ name: field, in: 'query', ...(input.required?.includes(field) && { required: true }), schema: place(schema, field) },
              ...(Object.hasOwn(given, field) ? { example: given[field] } : {}),
            })),
          ],
        }
      : {
          parameters: inPath,
          requestBody: {
            content: { 'application/json': { schema: place(input, `${name}/input`), ...(example ? { example: given } : {}) } },
          },
        }),
    responses: {
      200: {
        description: '成功',
        content: {
          ...(definition.answers ? { [definition.answers]: { schema: { type: 'string', format: 'binary' } } } : {}),
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Envelope' }, { properties: { data } }] },
            ...(example ? { example: exampleEnvelope(example) } : {}),
          },
        },
      },
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  };
}
