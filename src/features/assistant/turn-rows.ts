import type { AssistantEvent, AssistantTurn } from '#contract/assistant.ts';

/** Turns with what came of one of them. What was told before, or leaves a gap, changes nothing: the last event brings the whole. */
export function withEvent(turns: readonly AssistantTurn[], id: number, event: AssistantEvent): readonly AssistantTurn[] {
  return turns.map((turn) => {
    if (turn.id !== id) return turn;
    if (event.turn) return event.turn;
    if (event.from > turn.text.length) return turn;
    return { ...turn, state: event.state, sources: event.sources, text: turn.text.slice(0, event.from) + event.text };
  });
}

/** Turns with one of them as it stands now; at the end where it is new. */
export function withTurn(turns: readonly AssistantTurn[], turn: AssistantTurn): readonly AssistantTurn[] {
  return turns.some(({ id }) => id === turn.id) ? turns.map((one) => (one.id === turn.id ? turn : one)) : [...turns, turn];
}
