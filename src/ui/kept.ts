import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { createComponent, renderComponent, renderSlotToString, renderTemplate } from 'astro/runtime/server/index.js';

export interface KeptProps<Props> {
  /** The Astro component to render. Not a slot, which the framework would render even for a cached part. */
  of: (props: Props) => unknown;
  /** Its props. They go through JSON to say which rendering is meant, so the content must depend on nothing else. */
  with: Props;
}

type Rendered = Awaited<ReturnType<typeof renderSlotToString>>;

/** Size of a generation of one component; an entry has some 3 KB. */
const GENERATION_SIZE = 500;
/** A cache of two generations: an entry that was not used during a generation is dropped with it. */
interface Generations {
  young: Map<string, Rendered>;
  old: Map<string, Rendered>;
}
const kept = new WeakMap<object, Generations>();

function keep(renderings: Generations, key: string, rendered: Rendered): void {
  renderings.young.set(key, rendered);
  if (renderings.young.size < GENERATION_SIZE) return;
  renderings.old = renderings.young;
  renderings.young = new Map();
}

const factory = createComponent((result: unknown, props: Record<string, unknown>) => {
  const { of, with: given } = props as { of: AstroComponentFactory; with: Record<string, unknown> };
  let renderings = kept.get(of);
  if (!renderings) {
    renderings = { young: new Map(), old: new Map() };
    kept.set(of, renderings);
  }
  const into = renderings;
  const key = JSON.stringify(given);
  const known = into.young.get(key);
  if (known !== undefined) return renderTemplate`${known}`;
  const before = into.old.get(key);
  if (before !== undefined) {
    keep(into, key, before);
    return renderTemplate`${before}`;
  }
  // the integration numbers the islands of a page (for useId, which they do not use); a cached part gets a counter of its own, so that
  // its text does not depend on what was rendered before it
  const page: Parameters<typeof renderComponent>[0] = Object.create(result as object);
  const content = () => renderTemplate`${renderComponent(page, 'Kept', of, given)}`;
  return (renderSlotToString as (result: unknown, slot: () => unknown) => Promise<Rendered>)(page, content).then((rendered) => {
    // while developing, every change of a component must show
    if (import.meta.env.PROD) keep(into, key, rendered);
    return renderTemplate`${rendered}`;
  });
});

/**
 * Caches the rendering of a component by its props (`<Kept of={ItemCard} with={{ card }} />`): header, footer, cards, buttons. Islands work:
 * the scripts that they need are cached too and added to every page. See docs/decisions/0013-rendering-costs.md.
 */
const Kept = factory as unknown as <Props>(props: KeptProps<Props>) => unknown;
export default Kept;
