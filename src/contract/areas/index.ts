import { account } from './account.ts';
import { active } from './active.ts';
import { ad } from './ad.ts';
import { admin } from './admin.ts';
import type { AreaPages, CachedPage, CenterEntry, ConsoleScreen, Section } from './area.ts';
import { bigcase } from './bigcase.ts';
import { bills } from './bills.ts';
import { center } from './center.ts';
import { contact } from './contact.ts';
import { coupon } from './coupon.ts';
import { design } from './design.ts';
import { help } from './help.ts';
import { ppt } from './ppt.ts';
import { programme } from './programme.ts';
import { resource } from './resource.ts';
import { search } from './search.ts';
import { shell } from './shell.ts';
import { shop } from './shop.ts';
import { union } from './union.ts';
import { wallet } from './wallet.ts';

/** Every area that has pages, one line each. */
const areas: readonly AreaPages[] = [
  shell,
  account,
  center,
  wallet,
  programme,
  bigcase,
  ppt,
  design,
  resource,
  contact,
  shop,
  search,
  ad,
  help,
  coupon,
  union,
  active,
  admin,
  bills,
];

export const sections: readonly Section[] = areas.flatMap((area) => area.sections ?? []).toSorted((a, b) => a.order - b.order);

/** The section, or null while it has no pages: what would lead there is then left out. */
export function findSection(key: string): Section | null {
  return sections.find((section) => section.key === key) ?? null;
}

export const centerEntries: readonly CenterEntry[] = areas.flatMap((area) => area.center ?? []).toSorted((a, b) => a.order - b.order);

export const cachedPages: readonly CachedPage[] = areas.flatMap((area) => area.pages ?? []);

export const consoleScreens: readonly ConsoleScreen[] = areas.flatMap((area) => area.screens ?? []).toSorted((a, b) => a.order - b.order);
