import { z } from 'zod';

const flag = z.literal([0, 1]);

export const opinionRowOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  stars: z.int(),
  text: z.string(),
  /** What for, and for how many; empty and 0: not said. */
  event: z.string(),
  people: z.int(),
  /** Unix seconds. */
  at: z.int(),
  /** The publisher's; empty: none. */
  answer: z.string(),
});
/** What a buyer says of a work, as everybody sees it. */
export type OpinionRow = z.infer<typeof opinionRowOutput>;

export const opinionListOutput = z.strictObject({
  list: z.array(opinionRowOutput),
  /** 1: there are older ones. */
  more: flag,
});

export const ownOpinionOutput = z.strictObject({
  opinion: z.strictObject({ stars: z.int(), text: z.string(), event: z.string(), people: z.int(), hidden: flag }).nullable(),
  /** They may write or change theirs. */
  may: flag,
  /** Why not; empty when they may. */
  why: z.string(),
});
export type OwnOpinion = z.infer<typeof ownOpinionOutput>;

export const receivedOpinionOutput = opinionRowOutput.extend({
  item_id: z.int(),
  /** Of the work. */
  title: z.string(),
  href: z.string(),
  /** 1: staff took it off the page. */
  hidden: flag,
});
/** The same for the work's publisher. */
export type ReceivedOpinion = z.infer<typeof receivedOpinionOutput>;

/** What the page of a work shows. */
export interface OpinionOf {
  list: OpinionRow[];
  more: 0 | 1;
  num: number;
  /** 0: not shown. */
  mean: number;
  /** How many gave one star, two ... */
  by_stars: number[];
}
