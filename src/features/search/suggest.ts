import { isComposing } from '#client/is-composing.ts';
import { fetchSuggestions } from './suggest.api.ts';

/** Typing is asked about once it pauses. */
const PAUSE_MS = 120;

/**
 * Makes a search field a combobox (ARIA 1.2): words to go on with appear below it while the reader types; arrows choose, Enter searches,
 * Escape closes. The form works without it.
 */
export function offerSuggestions(field: HTMLInputElement): void {
  const form = field.form;
  if (!form || field.dataset['suggest'] === 'on') return;
  field.dataset['suggest'] = 'on';
  const list = document.createElement('ul');
  list.id = `suggestions-${document.querySelectorAll('[role=listbox]').length + 1}`;
  list.className = 'search-suggestions';
  list.role = 'listbox';
  list.ariaLabel = '联想词';
  list.hidden = true;
  form.append(list);
  field.role = 'combobox';
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-expanded', 'false');
  let chosen = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let typed = field.value;

  const options = () => [...list.children] as HTMLElement[];
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    chosen = -1;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };
  const choose = (next: number) => {
    const all = options();
    chosen = next;
    for (const [at, option] of all.entries()) option.ariaSelected = String(at === chosen);
    const option = all[chosen];
    field.value = option?.textContent ?? typed;
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const show = (words: string[]) => {
    list.replaceChildren(
      ...words.map((word, at) => {
        const option = document.createElement('li');
        option.id = `${list.id}-${at}`;
        option.role = 'option';
        option.ariaSelected = 'false';
        option.textContent = word;
        // before the field loses the focus, which closes the list
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          field.value = word;
          close();
          form.requestSubmit();
        });
        return option;
      }),
    );
    chosen = -1;
    list.hidden = words.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
  };
  const ask = async () => {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    try {
      const words = typed.trim() === '' ? [] : await fetchSuggestions(typed.trim(), mine.signal);
      if (!mine.signal.aborted && document.activeElement === field) show(words.filter((word) => word !== typed.trim()));
    } catch {
      // without suggestions the field is a field
      if (!mine.signal.aborted) close();
    }
  };

  field.addEventListener('input', () => {
    typed = field.value;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE_MS);
  });
  field.addEventListener('blur', close);
  form.addEventListener('submit', close);
  field.addEventListener('keydown', (event) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      field.value = typed;
      close();
      return;
    }
    const last = options().length - 1;
    if (list.hidden || last < 0) return;
    const next = { ArrowDown: chosen === last ? -1 : chosen + 1, ArrowUp: chosen === -1 ? last : chosen - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  });
}
