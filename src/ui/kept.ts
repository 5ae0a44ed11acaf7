import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import { createComponent, renderComponent, renderSlotToString, renderTemplate } from 'astro/runtime/server/index.js';

export interface KeptProps<Props> {
  /** The Astro component to render. A slot would not do: the framework renders what stands in one before it asks whether it is wanted. */
  of: (props: Props) => unknown;
  /** Its props. They go through JSON to say which rendering is meant, so the content must depend on nothing else. */
  with: Props;
}

type Rendered = Awaited<ReturnType<typeof renderSlotToString>>;

/** Of one component. Some 3 KB each. */
const KEPT_MOST = 1_000;
const kept = new WeakMap<object, Map<string, Rendered>>();

const factory = createComponent((result: unknown, props: Record<string, unknown>) => {
  const { of, with: given } = props as { of: AstroComponentFactory; with: Record<string, unknown> };
  const renderings = kept.get(of) ?? new Map<string, Rendered>();
  kept.set(of, renderings);
  const key = JSON.stringify(given);
  const known = renderings.get(key);
  if (known !== undefined) {
    // the most recently used last
    renderings.delete(key);
    renderings.set(key, known);
    return renderTemplate`${known}`;
  }
  const into = result as Parameters<typeof renderComponent>[0];
  const content = () => renderTemplate`${renderComponent(into, 'Kept', of, given)}`;
  return (renderSlotToString as (result: unknown, slot: () => unknown) => Promise<Rendered>)(into, content).then((rendered) => {
    // while developing, every change of a component must show
    if (import.meta.env.PROD) renderings.set(key, rendered);
    const oldest = renderings.size > KEPT_MOST ? renderings.keys().next().value : undefined;
    if (oldest !== undefined) renderings.delete(oldest);
    return renderTemplate`${rendered}`;
  });
});

/**
 * A part that many pages share (`<Kept of={SchemeCard} with={{ card }} />`), rendered once for each set of props in this process: header
 * and footer, cards, buttons. It may hold islands: what they ask of the page (the scripts that wake them) is kept beside their text and
 * asked of every page anew. The least recently used of too many leave. See docs/decisions/0013-rendering-costs.md.
 */
const Kept = factory as unknown as <Props>(props: KeptProps<Props>) => unknown;
export default Kept;
