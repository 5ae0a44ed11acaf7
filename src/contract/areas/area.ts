import type { StaffVerb } from '../staff.ts';

/** A part of the site that has pages. Header, home and publish menu show what stands here and nothing else, so no link is dead. */
export interface Section {
  key: string;
  title: string;
  route: string;
  /** Place in the menu, small first; the order of the specification's menu in steps of ten. */
  order: number;
  /** It has pages and no place in the main menu. */
  hidden?: true;
  /** On wide screens it stands below 更多: the bar holds what the specification's menu names. */
  more?: true;
  /** Entry of the publish menu. */
  publish?: { title: string; route: string };
}

/** Headings of the personal centre, in the order of its menu. One without entries is not shown. */
export const CENTER_GROUPS = {
  bought: '我得到的',
  sells: '我发布的',
  work: '与人合作',
  account: '账户与权益',
} as const;

export type CenterGroup = keyof typeof CENTER_GROUPS;

/** A page of the personal centre. */
export interface CenterEntry {
  key: string;
  /** Which heading it stands below. */
  group: CenterGroup;
  title: string;
  route: string;
  /** One sentence for the overview. */
  about: string;
  /** Place below its heading, small first. */
  order: number;
}

/** Which values of a query parameter a page can mean; anything else is dropped before the page sees it. */
export type ParamKind =
  /** Decimal digits. */
  | 'number'
  /** A short word of latin letters, digits, dash and underscore. */
  | 'word'
  /** Free text of at most 64 characters. */
  | 'text';

/** A page that is the same for everybody and therefore cached. Lists and details of kinds follow from `KINDS`. */
export interface CachedPage {
  path: string;
  /** The parameters that decide what it shows, in the order of the cache key. */
  params?: Readonly<Record<string, ParamKind>>;
  /** It is there without any content, and belongs into the sitemap. */
  in_sitemap?: boolean;
}

/** A screen of the console. The menu shows it to staff who have the verb; the server decides again. */
/** Headings of the console's menu: what is used every day first, what engineers need last. */
export const CONSOLE_GROUPS = ['每日', '交易', '内容', '用户', '合作', '营销', '积分', '搜索', '数据', '设置', '技术'] as const;
export type ConsoleGroup = (typeof CONSOLE_GROUPS)[number];

export interface ConsoleScreen {
  key: string;
  title: string;
  route: string;
  verb: StaffVerb;
  group: ConsoleGroup;
  /** Place in the menu, small first. */
  order: number;
}

/** All that one area shows. Both sides read it: menus in the browser's pages, cache and sitemap on the server. */
export interface AreaPages {
  name: string;
  sections?: readonly Section[];
  center?: readonly CenterEntry[];
  pages?: readonly CachedPage[];
  screens?: readonly ConsoleScreen[];
}
