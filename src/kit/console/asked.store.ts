import { atom } from 'nanostores';

/** What was asked for and waits for another member of staff: said above the screen, not as a fault of the form. */
export function createAsked() {
  const $state = atom<string | null>(null);
  return {
    $state,
    actions: {
      say: (text: string) => $state.set(text),
      end: () => $state.set(null),
    },
  };
}

export const asked = createAsked();
