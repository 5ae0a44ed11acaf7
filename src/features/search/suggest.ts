import { gateway } from '#client/gateway.ts';
import { isComposing } from '#client/is-composing.ts';
import { SUGGESTION_GROUPS, type Suggestion, type SuggestionGroup } from '#contract/suggestion.ts';

/** Typing is asked about once it pauses. */
const PAUSE_MS = 120;

/**
 * Makes a search field a combobox (ARIA 1.2): words, ways, works and publishers to go on with appear below it while the reader types;
 * arrows choose, Enter searches or opens, Escape closes. The form works without it.
 */
export function offerSuggestions(field: HTMLInputElement): void {
  const form = field.form;
  if (!form || field.dataset['suggest'] === 'on') return;
  field.dataset['suggest'] = 'on';
  const list = document.createElement('div');
  list.id = `suggestions-${document.querySelectorAll('[role=listbox]').length + 1}`;
  list.className = 'search-suggestions';
  list.role = 'listbox';
  list.ariaLabel = '搜索联想';
  list.hidden = true;
  // the field keeps the focus, whose loss closes the list
  list.addEventListener('mousedown', (event) => event.preventDefault());
  form.append(list);
  field.role = 'combobox';
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', list.id);
  field.setAttribute('aria-expanded', 'false');
  let chosen = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let typed = field.value;

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')];
  const close = () => {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    chosen = -1;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };
  const mark = (next: number): HTMLElement | undefined => {
    const all = options();
    chosen = next;
    for (const [at, option] of all.entries()) option.ariaSelected = String(at === chosen);
    const option = all[chosen];
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
    return option;
  };
  const choose = (next: number) => {
    const option = mark(next);
    // only a word takes the place of what was typed: the others lead somewhere
    field.value = (option && !option.dataset['href'] && option.textContent) || typed;
  };
  const take = (option: HTMLElement) => {
    const { href } = option.dataset;
    if (!href) field.value = option.textContent ?? typed;
    close();
    if (href) location.assign(href);
    else form.requestSubmit();
  };
  const show = (rows: readonly Suggestion[]) => {
    list.replaceChildren(...groupsOf(rows, list.id));
    for (const option of options()) option.addEventListener('click', () => take(option));
    chosen = -1;
    list.hidden = rows.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
  };
  const ask = async () => {
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    try {
      const rows =
        typed.trim() === ''
          ? []
          : await gateway('GET /index/search/suggest', { keyword: typed.trim() }, { silent: true, background: true, signal: mine.signal });
      if (!mine.signal.aborted && document.activeElement === field) show(rows);
    } catch {
      // without suggestions the field is a field
      if (!mine.signal.aborted) close();
    }
  };

  const listen = () => {
    typed = field.value;
    // what is on its way, and what was chosen, belong to what is typed no longer
    asking?.abort();
    mark(-1);
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), PAUSE_MS);
  };
  field.addEventListener('input', listen);
  // typed while this code was on its way
  if (field.value !== field.defaultValue) listen();
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
    const option = options()[chosen];
    if (event.key === 'Enter' && option?.dataset['href']) {
      event.preventDefault();
      take(option);
      return;
    }
    const next = { ArrowDown: chosen === last ? -1 : chosen + 1, ArrowUp: chosen === -1 ? last : chosen - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  });
}

/** Rows under the names of their groups; the options count through. */
function groupsOf(rows: readonly Suggestion[], id: string): HTMLElement[] {
  let at = 0;
  return (Object.keys(SUGGESTION_GROUPS) as SuggestionGroup[]).flatMap((group) => {
    const of = rows.filter((row) => row.group === group);
    if (of.length === 0) return [];
    const part = document.createElement('div');
    part.setAttribute('role', 'group');
    part.ariaLabel = SUGGESTION_GROUPS[group];
    part.append(headOf(group), ...of.map((row) => optionOf(row, `${id}-${at++}`)));
    return [part];
  });
}

function headOf(group: SuggestionGroup): HTMLElement {
  const head = document.createElement('div');
  head.className = 'px-4 pt-2 text-xs text-muted';
  head.ariaHidden = 'true';
  head.textContent = SUGGESTION_GROUPS[group];
  return head;
}

function optionOf({ text, href, note }: Suggestion, id: string): HTMLElement {
  const option = document.createElement('div');
  option.id = id;
  option.setAttribute('role', 'option');
  option.ariaSelected = 'false';
  option.className = 'truncate';
  option.textContent = text;
  if (href) option.dataset['href'] = href;
  if (note) {
    const beside = document.createElement('span');
    beside.className = 'ml-2 text-xs text-muted';
    beside.textContent = note;
    option.append(' ', beside);
  }
  return option;
}
