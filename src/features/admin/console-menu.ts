import { refreshUser } from '#client/refresh-user.ts';
import { $session, type Session } from '#client/session.ts';
import { readText, writeText } from '#client/storage.ts';
import { rolesMay, type StaffVerb } from '#contract/staff.ts';
import { scrollToCurrent } from '#ui/scroll-to-current.ts';

const OPEN_KEY = 'console_groups';
/** A menu that fits a screen is not folded. */
const FITS = 14;

const groups = [...document.querySelectorAll<HTMLDetailsElement>('[data-console-group]')];
const nameOf = (group: HTMLDetailsElement) => group.dataset['consoleGroup'] ?? '';

/** Entries that the roles may open, and the headings above at least one. */
function show(session: Session | null): void {
  const roles = session?.user.roles ?? [];
  for (const group of groups) {
    const entries = [...group.querySelectorAll<HTMLElement>('[data-verb]')];
    for (const entry of entries) entry.hidden = !rolesMay(roles, entry.dataset['verb'] as StaffVerb);
    group.hidden = entries.every((entry) => entry.hidden);
  }
  const few = document.querySelectorAll('[data-verb]:not([hidden])').length <= FITS;
  const opened = readText(OPEN_KEY)?.split(' ') ?? [];
  for (const group of groups) if (few || opened.includes(nameOf(group))) group.open = true;
  for (const row of document.querySelectorAll<HTMLElement>('.console-menu')) scrollToCurrent(row);
}

$session.subscribe(show);
for (const group of groups)
  group.addEventListener('toggle', () =>
    writeText(
      OPEN_KEY,
      groups
        .filter(({ open }) => open)
        .map(nameOf)
        .join(' '),
    ),
  );
// roles are given and taken while somebody is signed in
if ($session.get()) void refreshUser();
