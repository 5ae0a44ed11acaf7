import type { ClientLinkState } from '#contract/client-link.ts';

/** What a link's state follows from. */
export interface LinkFacts {
  /** Null: it has none. */
  ends_at: Date | null;
  revoked_at: Date | null;
  stopped_at: Date | null;
  view_most: number;
  view_num: number;
}

/** How a link stands at a moment; `may`: its maker may show the work. What its maker did comes before what happened to it. */
export function linkState(link: LinkFacts, may: boolean, now: Date): ClientLinkState {
  if (link.stopped_at) return 'stopped';
  if (link.revoked_at) return 'revoked';
  if (link.ends_at && link.ends_at <= now) return 'ended';
  if (!may) return 'lost';
  return link.view_most > 0 && link.view_num >= link.view_most ? 'used' : 'open';
}

/** What stands all over a picture of a page. */
export const stampText = ({ name, title }: { name: string; title: string }): string => `${name} · 仅供${title}参阅`;
