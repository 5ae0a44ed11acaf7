/** As much of a JSON schema as forms of settings need. */
export interface SettingSchema {
  type?: string;
  enum?: unknown[];
  items?: SettingSchema;
  properties?: Record<string, SettingSchema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  title?: string;
}

/** What a form holds, as its schema wants it: numbers are typed as text, lists one line each. What is no number stays text, and is refused. */
export function readField(schema: SettingSchema, value: unknown): unknown {
  if (schema.type === 'integer' || schema.type === 'number') {
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  }
  if (schema.type === 'array' && typeof value === 'string') {
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => readField(schema.items ?? {}, line));
  }
  if (schema.type === 'object' && schema.properties && typeof value === 'object' && value !== null) {
    const given = value as Record<string, unknown>;
    return Object.fromEntries(Object.entries(schema.properties).map(([key, member]) => [key, readField(member, given[key])]));
  }
  return value;
}

/** A value in one line, for people; parts of an object by the names that its schema gives them. */
export function shownValue(value: unknown, schema: SettingSchema = {}): string {
  if (value === '') return '（空）';
  if (typeof value === 'boolean') return value ? '开' : '关';
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const parts = Object.entries(value).map(([key, part]) => `${schema.properties?.[key]?.title ?? key} ${shownValue(part)}`);
    return parts.join('；');
  }
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join('、') : JSON.stringify(value);
}
