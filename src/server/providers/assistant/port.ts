import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import type { Passage } from './passages.ts';

/** A published work as it is handed to a model: public text alone; or a passage of a file of the asker's (`own`). */
export interface GivenSource {
  n: number;
  own?: boolean;
  kind: string;
  title: string;
  text: string;
  /** So many signs of the text its publisher says of it; behind them stand its pages. */
  told?: number;
  /** What it costs, in words. */
  price?: string;
  /** Its title names no event: what it says holds for each. */
  of_no_event?: boolean;
  /** Of works that are asked for: it is all that was asked. */
  fits?: boolean;
  /** Of a question in words: its lines by how much they say of it, the best first. */
  passages?: readonly Passage[];
  /** Of works that were shown before: what their cards say of what is asked. */
  facts?: readonly WorkFact[];
}

/** What the card of a work says, in words. */
export interface WorkFact {
  name: string;
  value: string;
}

/** A word of a question, what means the same, what it consists of. event: the kind of event, or the day that is celebrated; weak: it only ranks; beside: earlier questions gave it; before: the last one asked of it; `of_any`: every event has it. */
export interface AboutWord {
  words: readonly string[];
  parts: readonly string[];
  is: 'own' | 'event' | 'weak' | 'beside' | 'before';
  of_any?: true;
  /** A place: what is said of none or of another is no answer. */
  is_place?: true;
}

/** Key of a tool's input by which a result is to be changed: it holds its JSON, and the question is the wish. */
export const CHANGED_INPUT = 'document';

export interface AnswerWish {
  /** Empty: a question in words. A tool's answer is JSON as `contract/assistant-results.ts` says. */
  tool: ToolKey | '';
  question: string;
  input: ToolInput;
  /** The question with the subject that the conversation gave it; empty where it has its own. */
  sought: string;
  about?: readonly AboutWord[];
  /** Titles of the tools whose work is asked for. */
  ordered?: readonly string[];
  /** Works are asked for, not what stands in them. */
  lists?: boolean;
  /** Works that an earlier answer showed are asked about: facts of their cards, what they are, or what stands in them; `most`: what the fitting ones have the most or least of. */
  shown?: { asks: 'facts' | 'whole' | 'content'; most: string };
  /** Answers to the same question that stand beside this one. */
  attempt: number;
  /** What of the answer stands already: it goes on behind it. */
  begun?: string;
  /** What the asker wants of every answer, in their words. */
  instructions?: string;
  /** Earlier turns of the conversation, the oldest first. */
  history: ReadonlyArray<{ question: string; answer: string }>;
  sources: readonly GivenSource[];
  /** The answer ends there; what was reserved pays for no more. */
  max_tokens: number;
}

/** nothing: what follows says that nothing was found, and costs nothing. usage: as the server counted; most say it once, at the end, some never. bound: it was cut off by the most that was asked for. */
export type AnswerPart =
  | { is: 'text'; text: string }
  | { is: 'bound' | 'nothing' }
  | { is: 'usage'; prompt_tokens: number; output_tokens: number };

/** busy: too many ask; refused: it will not answer this; broken: what came is no answer; slow: nothing came; away: it cannot be reached. */
export type AssistantFault = 'busy' | 'refused' | 'broken' | 'slow' | 'away';

export class AssistantError extends Error {
  readonly fault: AssistantFault;

  constructor(fault: AssistantFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** A model that answers. */
export interface AssistantPort {
  /** Name of the adapter; `sandbox` for the one without a service. */
  readonly name: string;
  readonly model: string;
  /** Where it changes documents by plain orders alone: why it cannot by this one, or null. */
  orderFault?(tool: ToolKey, document: string, sentence: string): string | null;
  /**
   * The answer, piece by piece. Ends after the last; a piece may hold any part of a word. Aborting `signal` ends it with the signal's reason.
   * @throws AssistantError when there is no whole answer, also after pieces of it came
   */
  answer(wish: AnswerWish, signal: AbortSignal): AsyncIterable<AnswerPart>;
}
