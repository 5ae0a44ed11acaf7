import { isComposing } from '#client/is-composing.ts';
import { scrollToCurrent, scrollToEntry } from '#ui/scroll-to-current.ts';

for (const menu of document.querySelectorAll<HTMLElement>('[data-center-menu]')) {
  scrollToCurrent(menu);
  // what the keys reach; a press of the mouse must not move the entry away below it
  menu.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches('a:focus-visible')) scrollToEntry(menu, target);
  });
  find(menu);
}

/** Entries whose words hold what is typed stand open; Enter goes to the first, Escape brings all back. */
function find(menu: HTMLElement): void {
  const field = menu.querySelector<HTMLInputElement>('[data-center-find]');
  const none = menu.querySelector<HTMLElement>('[data-center-none]');
  if (!field || !none) return;
  const groups = [...menu.querySelectorAll('details')];
  const before = groups.map(({ open }) => open);
  const show = () => {
    const typed = field.value.trim().toLowerCase();
    for (const [at, group] of groups.entries()) {
      const lines = [...group.querySelectorAll<HTMLElement>('[data-words]')];
      for (const line of lines) line.hidden = !(line.dataset['words'] ?? '').toLowerCase().includes(typed);
      const found = lines.some((line) => !line.hidden);
      group.hidden = !found;
      group.open = typed === '' ? (before[at] ?? false) : found;
    }
    none.hidden = groups.some((group) => !group.hidden);
  };
  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && field.value !== '') {
      event.preventDefault();
      field.value = '';
      show();
    }
    if (event.key === 'Enter' && !isComposing(event) && field.value.trim() !== '')
      menu.querySelector<HTMLElement>('details li:not([hidden]) a')?.click();
  });
}
