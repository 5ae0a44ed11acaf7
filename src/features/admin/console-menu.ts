import { refreshUser } from '#client/refresh-user.ts';
import { $session, type Session } from '#client/session.ts';
import { rolesMay, type StaffVerb } from '#contract/staff.ts';
import { scrollToCurrent } from '#ui/scroll-to-current.ts';

/** Entries that the roles may open, and the headings above at least one. */
function show(session: Session | null): void {
  const roles = session?.user.roles ?? [];
  for (const group of document.querySelectorAll<HTMLElement>('[data-console-group]')) {
    const entries = [...group.querySelectorAll<HTMLElement>('[data-verb]')];
    for (const entry of entries) entry.hidden = !rolesMay(roles, entry.dataset['verb'] as StaffVerb);
    group.hidden = entries.every((entry) => entry.hidden);
  }
  for (const row of document.querySelectorAll<HTMLElement>('.console-menu, .console-groups')) scrollToCurrent(row);
}

$session.subscribe(show);
// roles are given and taken while somebody is signed in
if ($session.get()) void refreshUser();
