import type { ListFilter, StateTone } from '#contract/admin.ts';

/** What a list says of a state that it shows; one without a choice there has no tone. */
export const toneOf = (filters: readonly ListFilter[], key: string, text: string): StateTone | undefined =>
  filters.find((filter) => filter.key === key)?.options?.find(({ title }) => title === text)?.tone;

/** A state in words; a tone is a dot that finds it in a column. */
export const State = ({ text, tone }: { text: string; tone: StateTone | undefined }) => (
  <span>
    {tone && <span className="state-dot" data-tone={tone} />}
    {text}
  </span>
);
