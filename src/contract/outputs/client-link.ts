import { z } from 'zod';
import { CLIENT_LINK_STATES, type ClientLinkState } from '#contract/client-link.ts';

const flag = z.literal([0, 1]);

export const clientLinkOutput = z.strictObject({
  id: z.int(),
  /** The work, document or conversation, and what its page is called for the client. */
  work: z.string(),
  is_paper: flag,
  is_talk: flag,
  /** Of a document: the works that it stands on are named. */
  sources: flag,
  title: z.string(),
  name: z.string(),
  note: z.string(),
  /** Address of the picture; empty: none. */
  logo: z.string(),
  url: z.string(),
  has_password: flag,
  /** 0: as many as come. */
  view_most: z.int(),
  view_num: z.int(),
  /** 0: it has no end. */
  ends_at: z.int(),
  state: z.enum(Object.keys(CLIENT_LINK_STATES) as [ClientLinkState, ...ClientLinkState[]]),
  /** Why it is lost or stopped; empty otherwise. */
  why: z.string(),
});
export type ClientLink = z.infer<typeof clientLinkOutput>;

export const clientViewOutput = z.strictObject({
  /** The same person has the same number. */
  who: z.int(),
  at: z.int(),
  seen_at: z.int(),
  device: z.string(),
  /** How many pages came to their screen. */
  pages: z.int(),
});
/** Somebody who looked. */
export type ClientView = z.infer<typeof clientViewOutput>;
