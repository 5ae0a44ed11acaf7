import { z } from 'zod';
import {
  COMPLAINANTS,
  INFRINGEMENT_STATES,
  INFRINGEMENT_STEPS,
  type InfringementState,
  type InfringementStep,
} from '#contract/infringement.ts';
import { ownPageOutput } from './center.ts';

const keysOf = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as [K, ...K[]]);
const partOutput = z.strictObject({
  /** Who says so; masked for who may not know. */
  name: z.string(),
  contact: z.string(),
  content: z.string(),
  /** `papers`: of identity, in one's own notice. */
  files: z.array(z.strictObject({ id: z.int(), name: z.string(), url: z.string(), papers: z.boolean() })),
});
/** What one side said, with its proofs. */
export type InfringementPart = z.infer<typeof partOutput>;

export const infringementOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  href: z.string(),
  is_mine: z.boolean(),
  state: keysOf<InfringementState>(INFRINGEMENT_STATES),
  as: keysOf<keyof typeof COMPLAINANTS>(COMPLAINANTS),
  notice: partOutput,
  counter: partOutput.nullable(),
  word: partOutput.nullable(),
  /** When the measure ends by itself; 0: it does not. */
  ends_at: z.int(),
  days_left: z.int(),
  moves: z.array(z.strictObject({ step: keysOf<InfringementStep>(INFRINGEMENT_STEPS), text: z.string(), at: z.int() })),
});
/** A notice as one of its sides, or staff, see it. */
export type Infringement = z.infer<typeof infringementOutput>;

export const ownInfringementsOutput = ownPageOutput(infringementOutput);
export type OwnInfringements = z.infer<typeof ownInfringementsOutput>;

export const staffInfringementOutput = infringementOutput.extend({ complainant: z.string(), publisher: z.string() });
export type StaffInfringement = z.infer<typeof staffInfringementOutput>;
