import { DEMAND_STEPS, type DemandStep } from '#contract/demand.ts';

function stepOf(state: unknown): DemandStep | null {
  const step = (state as { demand_step?: unknown } | null)?.demand_step;
  return DEMAND_STEPS.find((one) => one === step) ?? null;
}

/** Browser Back goes to the step before instead of leaving the form. @returns what ends it */
export function followStepHistory(first: DemandStep, { goTo, address }: { goTo(step: DemandStep): void; address(): string }): () => void {
  history.replaceState({ ...history.state, demand_step: first }, '');
  const follow = () => {
    const step = stepOf(history.state);
    if (!step) return;
    // an entry from before the first save must reload the draft too
    if (address() !== '') history.replaceState(history.state, '', address());
    goTo(step);
  };
  addEventListener('popstate', follow);
  return () => removeEventListener('popstate', follow);
}

/** An entry of the history for the step that the reader went to. */
export function pushStep(step: DemandStep): void {
  if (stepOf(history.state) !== step) history.pushState({ ...history.state, demand_step: step }, '');
}
