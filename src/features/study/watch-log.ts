import { mergeSections, type Section } from '#contract/study.ts';

/** A step further than this between two looks at the time is a jump, seconds. */
const JUMP_S = 4;

/** What of a film was really played, as sections of whole seconds: a new one begins after every jump. */
export function createWatchLog() {
  let closed: Section[] = [];
  let from = -1;
  let to = -1;

  function close(): void {
    if (to > from && from >= 0) closed = mergeSections([...closed, [Math.floor(from), Math.ceil(to)]]);
    from = -1;
    to = -1;
  }

  /** The film plays and is here now. */
  function play(at_s: number): void {
    if (from < 0 || at_s < to - 0.5 || at_s > to + JUMP_S) {
      close();
      from = at_s;
    }
    to = at_s;
  }

  /** All that was played since the beginning. */
  const sections = (): Section[] => (to > from && from >= 0 ? mergeSections([...closed, [Math.floor(from), Math.ceil(to)]]) : closed);

  return { play, close, sections };
}
