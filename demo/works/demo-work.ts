import type { ArticleDoc } from '#contract/article.ts';
import type { KindTerms } from '#contract/catalog.ts';
import type { Term } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { DrawingWish } from '../drawing/draw-work.ts';

/** One work of the demo, of whatever kind. */
export interface DemoWork {
  /** Names it for ever: a world that was interrupted goes on with what is missing. */
  key: string;
  kind: KindFacts;
  title: string;
  /** Index into PUBLISHERS. */
  publisher: number;
  /** Its document with pages, or for a kind without one its pictures. */
  drawing(seed: number): DrawingWish;
  /** The form as its publisher filled it in; files are added. `made`: ids of works that stand, by their keys. */
  form(terms: KindTerms, made: Readonly<Record<string, number>>): ItemForm;
  /** Of a kind with a document: its text, with the numbers of the stored pictures that were drawn for it. */
  body?(pictures: readonly number[], made: Readonly<Record<string, number>>): ArticleDoc;
  /** Whole days since it was published. */
  days_ago: number;
  /** How many readers have it, 0 to 1. */
  fame: number;
  /** There when the address is printed. */
  first: boolean;
  /** Key of a work that its form names, which must stand before it. */
  names?: string;
}

/** So many of every kind stand when the address is printed: no list looks empty at first sight. */
export const FIRST_OF_A_KIND = 8;

/** Whether it is one of these: the first in their list `but` some that take long to draw, or name a work that does not stand either. */
export const isFirst = (index: number, but: readonly number[] = []): boolean =>
  index < FIRST_OF_A_KIND + but.length && !but.includes(index);

/** Works of one kind, and what is made of all of them. */
export interface DemoKind {
  kind: KindFacts;
  works: readonly DemoWork[];
  collections?: ReadonlyArray<{ title: string; introduction: string; keys: readonly string[] }>;
}

/** Id of the term with this name, or null. */
export function named(list: readonly Term[] | undefined, name: string): number | null {
  return list?.find((term) => term.name === name)?.id ?? null;
}

/** Chosen terms by facet; what the site does not have is left out. */
export function chosenTerms({ facets }: KindTerms, names: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) => {
      const id = named(facets[key], name);
      return id === null ? [] : [[key, id] as const];
    }),
  );
}

/** Some of what is sold is sold to companies too, and some of that exclusively. */
export function licenceFields({ price_type, price }: Pick<ItemForm, 'price_type' | 'price'>, index: number) {
  const sold = price_type === 'paid' && index % 3 === 1;
  return { company_price: sold ? String(Number(price) * 5) : '', exclusive: sold && index % 2 === 0 };
}

/** Price fields of a form: yuan, 0 for free, 'vip' for members with the price of a single one. */
export function priceFields(price: number | 'vip', single: number): Pick<ItemForm, 'price_type' | 'price'> {
  if (price === 'vip') return { price_type: 'vip', price: String(single) };
  return price === 0 ? { price_type: 'free', price: '' } : { price_type: 'paid', price: String(price) };
}
