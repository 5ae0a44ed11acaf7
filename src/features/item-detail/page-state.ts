import type { ItemCalls } from '#contract/item-calls.ts';
import type { KindFacts, pageUnit } from '#contract/kinds.ts';
import type { Routed } from '#contract/paths.ts';
import type { Offer } from './actions.ts';
import type { ViewerSlide } from './open-viewer.ts';

/** What islands need of the kind; the table of all kinds stays on the server. */
export interface PageKind extends Routed, Pick<KindFacts, 'key' | 'noun' | 'types'> {
  /** Noun in the fixed sentences of the specification. */
  short: string;
}

/** Everything a detail page passes to its islands: one JSON, written by ItemDetail.astro and read here. */
export interface PageState {
  kind: PageKind;
  calls: ItemCalls;
  id: number;
  title: string;
  /** Of the first category, null without one. */
  category_id: number | null;
  releaser_uid: number;
  /** Number under which this page knows likes of the kind. */
  like_type: number;
  /** The shop that it belongs to, whose followers the detail call returns too. */
  shop_id?: number;
  /** Pages of the whole document. */
  pages: number;
  /** 页, or 张 of pictures. */
  unit: ReturnType<typeof pageUnit>;
  /** The free pages, as the page shows them. */
  slides: Array<Omit<ViewerSlide, 'alt'>>;
  offer: Offer;
}

const STATE_ID = 'page-state';
let known: { element: HTMLElement; state: PageState } | null = null;

/** The state of this detail page, or of the work that lies over a list. @throws on the server and where there is none */
export function readPageState(): PageState {
  const element = document.getElementById(STATE_ID);
  if (!element) throw new Error('this page has no item');
  if (known?.element !== element) known = { element, state: JSON.parse(element.textContent ?? '') as PageState };
  return known.state;
}

/** Dispatched on the document when the work that lies over a list leaves: what is known of it and its reader ends. */
export const ITEM_LEFT = 'cemao:item-left';

/** Whether the page still shows the work of this state; one in an overlay may have gone meanwhile. */
export const isShown = (state: PageState): boolean => known?.state === state && known.element.isConnected;

/** The element that holds the state: its id and its text, in which no tag can end the script. */
export function pageStateScript(state: PageState): { id: string; text: string } {
  return { id: STATE_ID, text: JSON.stringify(state).replaceAll('<', '\\u003c') };
}

/** Elements that the server draws and an island goes on with, by their ids. */
export const PLACES = {
  /** Below the free pages: those that a right opens. */
  further: 'further-pages',
} as const;

export const findPlace = (place: keyof typeof PLACES): HTMLElement | null => document.getElementById(PLACES[place]);

/** Pictures beyond this number stand side by side in rows of one height; fewer, and pages of documents, one below the other. */
const WALL_FROM = 7;
export const isWall = (unit: string, pages: number): boolean => unit === '张' && pages >= WALL_FROM;
export const pagesClass = (wall: boolean): string => (wall ? 'item-pages item-wall' : 'item-pages');
/** Beside the column stand 360 px, a gap and the margins; on wide screens it has 62 of 100. In a wall about three share a line, two on a phone. */
export const pagesSizes = (wall: boolean): string =>
  wall
    ? '(min-width: 1024px) 380px, (min-width: 640px) 40vw, 60vw'
    : '(min-width: 1400px) 62vw, (min-width: 1024px) calc(100vw - 460px), 100vw';

/** Marks a link that opens a page in the viewer. */
export const pageLink = (page_no: number) => ({ 'data-page': page_no });

/** The page that a press means, null for a press on anything else. */
export function pressedPage(event: Event): number | null {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-page]') : null;
  return link ? Number(link.dataset['page']) : null;
}
