import { createHash } from 'node:crypto';
import { docOfText } from '#contract/article.ts';
import type { FieldValue } from '#contract/fields.ts';
import type { FieldFacts, KindFacts } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { chosenFacets, type kindTerms } from '../../catalog/index.ts';
import { COLUMN, type ListedWork, PRICE_TYPES } from './read-list.ts';
import type { ZipEntry } from './start-bulk.ts';

/** What is wrong with a line, for people. */
export class RowError extends Error {}

/** The files that a line names. */
export interface RowFiles {
  file: ZipEntry | null;
  pictures: ZipEntry[];
  video: ZipEntry | null;
  cover: ZipEntry | null;
}

type Terms = Awaited<ReturnType<typeof kindTerms>>;

const PICTURE = /\.(jpe?g|png|webp|heic|heif|avif|gif|tiff?)$/i;
const LISTED = /[；;|\n]/;
const TAGS = /[、，,；;|\n]/;

/**
 * Files in the ZIP that a line names. A name is looked for from the list's own folder (`base`) and from the top. A folder stands for all
 * pictures in it, in the order of their names. @throws RowError
 */
export function filesOfRow({ cells }: ListedWork, entries: ReadonlyMap<string, ZipEntry>, base: string): RowFiles {
  const one = (name: string): ZipEntry => {
    const clean = name
      .trim()
      .normalize('NFC')
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '');
    const found = entries.get(base + clean) ?? entries.get(clean);
    if (!found) throw new RowError(`压缩包里没有“${clean}”`);
    return found;
  };
  const named = (title: string) => ((cells[title] ?? '') === '' ? null : one(cells[title] ?? ''));
  const pictures = (cells[COLUMN.pictures] ?? '')
    .split(LISTED)
    .map((name) => name.trim())
    .filter(Boolean)
    .flatMap((name) => folderOf(name, entries, base) ?? [one(name)]);
  return { file: named(COLUMN.file), pictures, video: named(COLUMN.video), cover: named(COLUMN.cover) };
}

/** The pictures of a folder; null: it is none. */
function folderOf(name: string, entries: ReadonlyMap<string, ZipEntry>, base: string): ZipEntry[] | null {
  const folder = `${name
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .replace(/(?<!\/)\/+$/, '')}/`;
  const inside = (start: string) => [...entries.values()].filter((entry) => entry.name.startsWith(start) && PICTURE.test(entry.name));
  const found = inside(base + folder).length > 0 ? inside(base + folder) : inside(folder);
  if (found.length === 0) return null;
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }));
}

/** Changes when the line or a file that it names does. */
export function hashOfRow({ cells }: ListedWork, action: string, files: RowFiles): string {
  const marks = [files.file, ...files.pictures, files.video, files.cover].map((entry) => entry && `${entry.name} ${entry.mark}`);
  const filled = Object.entries(cells).filter(([, value]) => value !== '');
  return createHash('sha256')
    .update(JSON.stringify([action, filled.toSorted(), marks]))
    .digest('hex');
}

/** Texts, terms, price and own fields of a line as the form that people fill in; its files are not in it yet. @throws RowError */
export function formOfRow(kind: KindFacts, terms: Terms, { cells }: ListedWork): ItemForm {
  const cell = (title: string) => cells[title] ?? '';
  const category = cell(COLUMN.category) === '' ? null : termNamed(terms.categories, cell(COLUMN.category), COLUMN.category);
  const sub = cell(COLUMN.category_sub);
  if (sub !== '' && !category) throw new RowError('填了二级分类，请同时填写分类');
  const chosen = chosenFacets(kind).flatMap(({ key, label }): Array<[string, number]> => {
    const name = cell(label);
    return name === '' ? [] : [[key, termNamed(terms.facets[key] ?? [], name, label).id]];
  });
  return {
    ...EMPTY_FORM,
    title: cell(COLUMN.title),
    introduction: cell(COLUMN.introduction),
    category_id: category?.id ?? null,
    category_id_sub: sub === '' || !category ? null : termNamed(category.children ?? [], sub, COLUMN.category_sub).id,
    tags: cell(COLUMN.tags)
      .split(TAGS)
      .map((tag) => tag.trim())
      .filter(Boolean),
    terms: Object.fromEntries(chosen),
    price_type: priceType(cell(COLUMN.price_type), cell(COLUMN.price)),
    price: cell(COLUMN.price),
    free_pages: pagesOf(cell(COLUMN.free_pages), kind),
    change_note: cell(COLUMN.change_note),
    publish_at: timeOf(cell(COLUMN.publish_at)),
    fields: Object.fromEntries((kind.fields ?? []).map((field) => [field.key, fieldOf(field, cell(field.label))])),
  };
}

function termNamed<T extends { id: number; name: string }>(terms: readonly T[], name: string, label: string): T {
  const plain = (text: string) => text.normalize('NFKC').trim();
  const found = terms.find((term) => plain(term.name) === plain(name));
  if (found) return found;
  const some = terms.slice(0, 6).map((term) => term.name);
  throw new RowError(`没有名为“${name}”的${label}${some.length > 0 ? `，可以填：${some.join('、')}${terms.length > 6 ? ' 等' : ''}` : ''}`);
}

function priceType(text: string, price: string): ItemForm['price_type'] {
  if (text === '') return price === '' || Number(price) === 0 ? 'free' : 'paid';
  const found = (PRICE_TYPES as Record<string, ItemForm['price_type']>)[text];
  if (!found) throw new RowError(`收费方式只能填 ${Object.keys(PRICE_TYPES).join('、')}`);
  return found;
}

function pagesOf(text: string, kind: KindFacts): number {
  if (text === '') return kind.media?.locked ? 1 : EMPTY_FORM.free_pages;
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new RowError('免费页数应为正整数');
  return Number(text);
}

const DATE = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;

/** 2026/3/1 as a spreadsheet writes it is 2026-03-01; what is no date stays for the form's own check. */
function dateOf(text: string): string {
  const [, year = '', month = '', day = ''] = DATE.exec(text.normalize('NFKC').trim()) ?? [];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Unix seconds of a Shanghai time. @throws RowError */
function timeOf(text: string): number | null {
  if (text === '') return null;
  const [day = '', clock = ''] = text.normalize('NFKC').trim().split(/\s+/);
  const at = new Date(`${dateOf(day)}T${(clock || '09:00').padStart(5, '0').slice(0, 5)}:00+08:00`);
  if (Number.isNaN(at.getTime())) throw new RowError('定时发布应写成 2026-03-01 09:30');
  return Math.floor(at.getTime() / 1000);
}

function fieldOf(field: FieldFacts, text: string): FieldValue {
  switch (field.type) {
    case 'date':
      return dateOf(text);
    case 'choice':
      return field.options.find(({ label, value }) => label === text || value === text)?.value ?? text;
    case 'item':
      if (text !== '' && !/^[1-9]\d{0,14}$/.test(text)) throw new RowError(`${field.label}应填内容的编号（页面地址里 id= 后的数字）`);
      return text === '' ? null : Number(text);
    case 'document':
      return docOfText(text);
    case 'pairs':
      return text
        .split(LISTED)
        .filter((line) => line.trim() !== '')
        .map((line) => {
          const [key = '', ...value] = line.split(/[:：]/);
          return { key: key.trim(), value: value.join('：').trim() };
        });
    default:
      return text;
  }
}
