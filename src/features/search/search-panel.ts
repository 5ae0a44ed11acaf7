import { ASIDE, gateway } from '#client/gateway.ts';
import { isComposing } from '#client/is-composing.ts';
import { PLACED } from '#client/placed.ts';
import { $session } from '#client/session.ts';
import { readJson, writeText } from '#client/storage.ts';
import { toastSuccess } from '#client/toast.ts';
import { RECENT_KEY, readWords, shortWord } from './recent-words.ts';

/**
 * Below an empty search field: what this reader looked for last, and what many look for. Opens with the field; closes with its button, Escape, a
 * press outside, typing and leaving. Without it the field is a field.
 */
export function offerWords(field: HTMLInputElement): void {
  const form = field.form;
  if (!form) return;
  if (field.dataset['words'] !== 'on') prepare(field, form);
  field.dispatchEvent(new Event('words'));
}

function prepare(field: HTMLInputElement, form: HTMLFormElement): void {
  field.dataset['words'] = 'on';
  const panel = document.createElement('div');
  panel.className = 'search-panel';
  panel.role = 'group';
  panel.ariaLabel = '搜索推荐';
  panel.hidden = true;
  form.append(panel);

  // giving the focus back to the field is no reaching for it
  let quiet = false;
  const close = () => {
    panel.hidden = true;
  };
  const closeAndReturn = () => {
    close();
    quiet = document.activeElement !== field;
    field.focus();
  };
  const open = async () => {
    if (field.value.trim() !== '' || !panel.hidden) return;
    const [recent, hot] = await Promise.all([recentWords(), gateway('GET /index/search/hotSearch', {}, ASIDE).catch(() => [])]);
    if (field.value.trim() !== '' || !form.contains(document.activeElement) || recent.length + hot.length === 0) return;
    panel.replaceChildren(...recentPart(recent, field), ...hotPart(hot), closeButton(closeAndReturn));
    panel.hidden = false;
  };

  field.addEventListener('words', () => {
    if (!quiet) void open();
    quiet = false;
  });
  field.addEventListener('click', () => void open());
  field.addEventListener('input', () => (field.value.trim() === '' ? void open() : close()));
  form.addEventListener('submit', close);
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) close();
  });
  form.addEventListener('keydown', (event) => {
    if (panel.hidden || isComposing(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      closeAndReturn();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(panel, field, event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  document.addEventListener('pointerdown', ({ target }) => target instanceof Node && !form.contains(target) && close());
  // a work came over the page
  document.addEventListener(PLACED, close);
}

/** Arrows go through field, words and buttons. */
function walk(panel: HTMLElement, field: HTMLElement, by: 1 | -1): void {
  const stops = [field, ...panel.querySelectorAll<HTMLElement>('a, button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + by + stops.length) % stops.length]?.focus();
}

async function recentWords(): Promise<string[]> {
  if (!$session.get()) return readWords(readJson(RECENT_KEY));
  return (await gateway('GET /index/search/recentSearch', { type: 0 }, ASIDE).catch(() => [])).map(({ word }) => word);
}

async function clearWords(): Promise<void> {
  if ($session.get()) await gateway('POST /index/search/hideMySearch');
  else writeText(RECENT_KEY, null);
}

function recentPart(words: readonly string[], field: HTMLInputElement): HTMLElement[] {
  if (words.length === 0) return [];
  const clear = button('清除记录');
  const part = group(
    '最近搜索',
    words.map((word) => chip(word)),
    clear,
  );
  clear.addEventListener('click', async () => {
    clear.disabled = true;
    try {
      await clearWords();
      field.focus();
      part.remove();
      toastSuccess('删除成功');
    } catch {
      clear.disabled = false;
    }
  });
  return [part];
}

/** `id` is 0 for the operator's words. */
interface HotWord {
  id: number;
  word: string;
}

function hotPart(words: readonly HotWord[]): HTMLElement[] {
  if (words.length === 0) return [];
  const chips = words.map(({ id, word }) => {
    const link = chip(word);
    link.addEventListener('click', () => {
      const pressed = new Blob([JSON.stringify({ id, word })], { type: 'application/json' });
      navigator.sendBeacon('/gateway/index/search/hotClick', pressed);
    });
    return link;
  });
  return [group('大家都在搜', chips)];
}

function group(title: string, chips: HTMLElement[], beside?: HTMLElement): HTMLElement {
  const part = document.createElement('div');
  part.className = 'mb-3';
  const head = document.createElement('div');
  head.className = 'mb-2 flex items-center justify-between';
  const name = document.createElement('span');
  name.className = 'text-xs text-muted';
  name.textContent = title;
  head.append(name, ...(beside ? [beside] : []));
  const list = document.createElement('div');
  list.className = 'flex flex-wrap gap-2';
  list.append(...chips);
  part.append(head, list);
  return part;
}

function chip(word: string): HTMLAnchorElement {
  const link = document.createElement('a');
  link.className = 'chip';
  link.href = `/search?${new URLSearchParams({ keyword: word })}`;
  link.textContent = shortWord(word);
  return link;
}

function button(text: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'quiet-link text-xs';
  made.textContent = text;
  return made;
}

function closeButton(close: () => void): HTMLElement {
  const made = button('关闭');
  made.addEventListener('click', close);
  const line = document.createElement('div');
  line.className = 'text-right';
  line.append(made);
  return line;
}
