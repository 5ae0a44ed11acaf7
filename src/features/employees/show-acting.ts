import { ApiError } from '#client/api-error.ts';
import { enterpriseOfPage } from '#client/in-name-of.ts';
import { $session } from '#client/session.ts';
import { fetchStaff } from './staff-calls.ts';

/** Shows the bar with the enterprise's name; users who are not its employees learn so from the page's own calls. */
export async function showActing(): Promise<void> {
  const bar = document.querySelector<HTMLElement>('[data-acting]');
  if (!bar || !$session.get()) return;
  const id = Number(enterpriseOfPage());
  bar.hidden = false;
  try {
    const { employers } = await fetchStaff();
    const name = employers.find(({ enterprise_id }) => enterprise_id === id)?.name;
    const place = bar.querySelector('[data-acting-name]');
    if (name && place) place.textContent = name;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
