import { account } from './account.ts';
import { active } from './active.ts';
import { ad } from './ad.ts';
import { admin } from './admin.ts';
import {
  type AreaPages,
  type CachedPage,
  CENTER_GROUPS,
  type CenterEntry,
  CONSOLE_GROUPS,
  type ConsoleScreen,
  type Section,
} from './area.ts';
import { article } from './article.ts';
import { assistant } from './assistant.ts';
import { bigcase } from './bigcase.ts';
import { bills } from './bills.ts';
import { center } from './center.ts';
import { chat } from './chat.ts';
import { contact } from './contact.ts';
import { coupon } from './coupon.ts';
import { demand } from './demand.ts';
import { design } from './design.ts';
import { help } from './help.ts';
import { mall } from './mall.ts';
import { notice } from './notice.ts';
import { offer } from './offer.ts';
import { operations } from './operations.ts';
import { ppt } from './ppt.ts';
import { programme } from './programme.ts';
import { recruit } from './recruit.ts';
import { request } from './request.ts';
import { resource } from './resource.ts';
import { salon } from './salon.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { shop } from './shop.ts';
import { study } from './study.ts';
import { talk } from './talk.ts';
import { teaching } from './teaching.ts';
import { tracking } from './tracking.ts';
import { union } from './union.ts';
import { verification } from './verification.ts';
import { vip } from './vip.ts';
import { wallet } from './wallet.ts';

/** Every area that has pages, one line each. */
const areas: readonly AreaPages[] = [
  shell,
  account,
  center,
  verification,
  offer,
  wallet,
  programme,
  bigcase,
  ppt,
  design,
  resource,
  article,
  request,
  demand,
  contact,
  chat,
  assistant,
  shop,
  recruit,
  salon,
  talk,
  study,
  teaching,
  vip,
  search,
  ad,
  help,
  coupon,
  union,
  active,
  mall,
  admin,
  bills,
  operations,
  notice,
  tracking,
];

export const sections: readonly Section[] = areas.flatMap((area) => area.sections ?? []).toSorted((a, b) => a.order - b.order);

/** The section, or null while it has no pages: what would lead there is then left out. */
export function findSection(key: string): Section | null {
  return sections.find((section) => section.key === key) ?? null;
}

/** The menu of the personal centre: headings that have entries, each with them in their order. */
export const centerGroups: ReadonlyArray<{ key: string; title: string; entries: readonly CenterEntry[] }> = Object.entries(CENTER_GROUPS)
  .map(([key, title]) => ({
    key,
    title,
    entries: areas
      .flatMap((area) => area.center ?? [])
      .filter(({ group }) => group === key)
      .toSorted((a, b) => a.order - b.order),
  }))
  .filter(({ entries }) => entries.length > 0);

export const cachedPages: readonly CachedPage[] = areas.flatMap((area) => area.pages ?? []);

export const consoleScreens: readonly ConsoleScreen[] = areas.flatMap((area) => area.screens ?? []).toSorted((a, b) => a.order - b.order);

/** The menu of the console, group by group. */
export const consoleGroups = CONSOLE_GROUPS.map((title) => ({ title, screens: consoleScreens.filter(({ group }) => group === title) }));
