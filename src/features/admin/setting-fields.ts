import { amountText } from '#ui/price-text.ts';

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
  /** fen: an amount, typed and shown in yuan; bp: a share, in percent; else what is counted, as people say it. */
  unit?: string;
  /** What choices are called. */
  labels?: Record<string, string>;
}

/** Stored as whole hundredths of what people type. */
const HUNDREDTHS: Readonly<Record<string, string>> = { fen: '元', bp: '%' };
const isHundredths = ({ unit = '' }: SettingSchema): boolean => unit in HUNDREDTHS;

/** What stands behind a number. */
export const unitText = ({ unit = '' }: SettingSchema): string => HUNDREDTHS[unit] ?? unit;

/** What a form begins with. */
export function typedValue(schema: SettingSchema, value: unknown): unknown {
  if (isHundredths(schema) && typeof value === 'number') return String(value / 100);
  if (!schema.properties || typeof value !== 'object' || value === null) return value;
  const given = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(given).map(([key, part]) => [key, typedValue(schema.properties?.[key] ?? {}, part)]));
}

/** What a form holds, as its schema wants it: numbers are typed as text, lists one line each. What is no number stays text, and is refused. */
export function readField(schema: SettingSchema, value: unknown): unknown {
  if (isHundredths(schema)) {
    return typeof value === 'string' && /^\d+(\.\d{1,2})?$/.test(value.trim()) ? Math.round(Number(value) * 100) : value;
  }
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

/** From where to where a number goes, for people; '': anywhere. */
export function boundsText(schema: SettingSchema): string {
  const { minimum, maximum } = schema;
  if (maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return '';
  const by = isHundredths(schema) ? 100 : 1;
  return `${Math.max(0, minimum ?? 0) / by} 至 ${maximum / by} ${unitText(schema)}`.trim();
}

/** What is wrong with a number of the form as `readField` read it, or null; the rest is the server's to judge. */
export function fieldFault(schema: SettingSchema, value: unknown): string | null {
  if (schema.type === 'integer' || schema.type === 'number') {
    const right = typeof value === 'number' && value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
    if (right && (schema.type === 'number' || Number.isInteger(value))) return null;
    const bounds = boundsText(schema);
    if (isHundredths(schema)) return `请填写 ${bounds}的${schema.unit === 'fen' ? '金额' : '数字'}，最多两位小数`;
    return `请填写${bounds && ` ${bounds} 之间的`}${schema.type === 'integer' ? '整数' : '数字'}`;
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    const faults = value.map((one) => fieldFault(schema.items ?? {}, one));
    const at = faults.findIndex((fault) => fault !== null);
    return at < 0 ? null : `第 ${at + 1} 项：${faults[at]}`;
  }
  if (schema.type === 'object' && schema.properties && typeof value === 'object' && value !== null) {
    const given = value as Record<string, unknown>;
    for (const [key, member] of Object.entries(schema.properties)) {
      const fault = fieldFault(member, given[key]);
      if (fault) return `${member.title ?? key}：${fault}`;
    }
  }
  return null;
}

/** A value in one line, for people; parts of an object by the names that its schema gives them. */
export function shownValue(value: unknown, schema: SettingSchema = {}): string {
  if (typeof value === 'number' && schema.unit) {
    return schema.unit === 'fen' ? `¥${amountText(value / 100)}` : `${isHundredths(schema) ? value / 100 : value} ${unitText(schema)}`;
  }
  if (value === '') return '（空）';
  if (typeof value === 'boolean') return value ? '开' : '关';
  if (typeof value === 'string') return schema.labels?.[value] ?? value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const parts = Object.entries(value).map(
      ([key, part]) => `${schema.properties?.[key]?.title ?? key} ${shownValue(part, schema.properties?.[key])}`,
    );
    return parts.join('；');
  }
  return Array.isArray(value) && value.every((one) => typeof one !== 'object') ? value.join('、') || '（空）' : JSON.stringify(value);
}
