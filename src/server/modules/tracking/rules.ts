import { KINDS } from '#contract/kinds.ts';
import { VISIT_SOURCES, type VisitSource } from '#contract/visits.ts';

/** What is stored of a text that a page reports. */
export const TEXT_MAX = 100;
const PATH_MAX = 200;

/** Codes of kinds by the pages that show them. */
const KIND_OF_PAGE: ReadonlyMap<string, number> = new Map(
  Object.values(KINDS).flatMap(({ code, paths }) => [paths.list, paths.detail].map((path): [string, number] => [path, code])),
);
const DETAIL_PAGES: ReadonlySet<string> = new Set(Object.values(KINDS).map(({ paths }) => paths.detail));

/** Code of the kind whose list or detail page this is; 0: of none. */
export const kindOfPage = (page: string): number => KIND_OF_PAGE.get(page) ?? 0;

// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them away is the point
const CONTROLS = /[\u0000-\u001f\u007f]/g;
/** At most `max` signs of a text, without control characters and without half of a sign at the cut. */
export const clip = (text: string, max: number): string =>
  text
    .replace(CONTROLS, ' ')
    .trim()
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

const OWN_PATH = /^(\/(?![/\\])[^?#\s]*)(\?[^#]*)?/;
const OWN_ID = /[?&]id=(\d{1,15})(?:&|$)/;

/**
 * What figures need of an address and no more: of ours the path and the number of a work, of another site its host. Words that somebody searched
 * for, tokens and the rest of a query are not stored. '' for what is no address.
 */
export function plainAddress(url: string, own_host: string): string {
  // nearly all are paths of ours: parsing each as an address costs more than all the rest
  const own = OWN_PATH.exec(url);
  if (own) {
    const id = own[2] === undefined ? undefined : OWN_ID.exec(own[2])?.[1];
    return clip(own[1] ?? '', PATH_MAX) + (id === undefined ? '' : `?id=${id}`);
  }
  if (url === '' || !URL.canParse(url, `http://${own_host}`)) return '';
  const { host, pathname, protocol, searchParams } = new URL(url, `http://${own_host}`);
  if (!/^https?:$/.test(protocol)) return '';
  if (host !== own_host) return clip(host, TEXT_MAX);
  const id = searchParams.get('id');
  return clip(pathname, PATH_MAX) + (id && /^\d{1,15}$/.test(id) ? `?id=${id}` : '');
}

/** The number of the work that an address of ours, made plain, shows; null: of none. */
export function itemOfAddress(plain: string): number | null {
  const [path = '', query = ''] = plain.split('?id=');
  return query !== '' && DETAIL_PAGES.has(path) ? Number(query) : null;
}

const HOSTS: ReadonlyArray<{ key: VisitSource; host: RegExp }> = [
  { key: 'baidu', host: /(^|\.)baidu\.com$/ },
  { key: 'engine', host: /(^|\.)(sogou|so|bing|google|toutiao|sm|haosou|duckduckgo|yandex)\.(com|cn|com\.hk|ru)$/ },
  { key: 'wechat', host: /(^|\.)(weixin\.qq|wechat|qq)\.com$/ },
  { key: 'social', host: /(^|\.)(weibo|zhihu|douban|xiaohongshu|douyin|bilibili|t)\.(com|cn)$/ },
];

/** Place in `VISIT_SOURCES` of where a reader came from. */
export function sourceOf(referer: string, own_host: string): number {
  const place = (key: VisitSource) => VISIT_SOURCES.findIndex((source) => source.key === key);
  if (referer === '') return place('direct');
  if (OWN_PATH.test(referer)) return place('site');
  if (!URL.canParse(referer, `http://${own_host}`)) return place('other');
  const { host } = new URL(referer, `http://${own_host}`);
  if (host === own_host) return place('site');
  return place(HOSTS.find((one) => one.host.test(host))?.key ?? 'other');
}

/** One row for COPY in text form: columns by tabs, what has a meaning there written with a backslash. */
export function copyLine(values: ReadonlyArray<string | number | null>): string {
  return `${values.map((value) => (value === null ? '\\N' : typeof value === 'number' ? String(value) : copyText(value))).join('\t')}\n`;
}

const MARKS: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const MARKED = /[\\\t\n\r]/;
const copyText = (text: string) => (MARKED.test(text) ? text.replace(/[\\\t\n\r]/g, (mark) => MARKS[mark] ?? mark) : text);
