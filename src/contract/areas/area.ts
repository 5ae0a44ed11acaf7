import type { StaffVerb } from '../staff.ts';

/** A part of the site that has pages. Header, home and publish menu show what stands here and nothing else, so no link is dead. */
export interface Section {
  key: string;
  title: string;
  route: string;
  /** Place in the menu, small first; the order of the specification's menu in steps of ten. */
  order: number;
  /** Entry of the publish menu. */
  publish?: { title: string; route: string };
}

/** A page of the personal centre. */
export interface CenterEntry {
  key: string;
  title: string;
  route: string;
  /** One sentence for the overview. */
  about: string;
  /** Place in the menu, small first. */
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

/** A page that is the same for everybody and therefore kept. Lists and details of kinds follow from `KINDS`. */
export interface CachedPage {
  path: string;
  /** The parameters that decide what it shows, in the order of the cache key. */
  params?: Readonly<Record<string, ParamKind>>;
  /** It is there without any content, and belongs into the sitemap. */
  in_sitemap?: boolean;
}

/** A screen of the console. The menu shows it to staff who have the verb; the server decides again. */
export interface ConsoleScreen {
  key: string;
  title: string;
  route: string;
  verb: StaffVerb;
  /** Heading above it in the menu. */
  group: string;
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
