import { scrollToCurrent, scrollToEntry } from '#ui/scroll-to-current.ts';

for (const menu of document.querySelectorAll<HTMLElement>('[data-center-menu]')) {
  scrollToCurrent(menu);
  // what the keys reach; a press of the mouse must not move the entry away below it
  menu.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) scrollToEntry(menu, target);
  });
}
