import { inStrips } from '../kernel/strips.ts';
import type { JsonSchema } from './openapi.ts';

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
