// Runs behind the announcements of a page, before the first paint, as a classic script: no import; tools/early-script.mjs takes the types
// away. It shows the first one that is due for this reader and was not closed in this browser.
(() => {
  const bars = [...document.querySelectorAll<HTMLElement>('[data-announcement]')];
  let user: { vip?: Record<string, { end_time: number }>; works_num?: number } | null = null;
  let closed: string[] = [];
  try {
    user = localStorage.getItem('token') && JSON.parse(localStorage.getItem('userinfo') || 'null');
    closed = (localStorage.getItem('closed_announcements') || '').split(' ');
  } catch {
    // storage is refused: a visitor, and what is closed stays closed on this page
  }
  const now = Date.now() / 1000;
  const readers: Record<string, boolean> = {
    all: true,
    visitor: !user,
    member: !!user,
    vip: Object.values(user?.vip || {}).some(({ end_time }) => end_time > now),
    publisher: (user?.works_num || 0) > 0,
  };
  const show = () => {
    const due = bars.find(({ dataset }) => {
      const until = Number(dataset.until);
      return (
        readers[dataset.for || ''] && Number(dataset.from) <= now && (!until || until > now) && !closed.includes(dataset.announcement || '')
      );
    });
    if (due) due.hidden = false;
  };
  for (const bar of bars) {
    bar.querySelector('button')?.addEventListener('click', () => {
      bar.hidden = true;
      closed = [...closed, bar.dataset.announcement || ''].slice(-50);
      try {
        localStorage.setItem('closed_announcements', closed.join(' ').trim());
      } catch {
        // as above
      }
      show();
    });
  }
  show();
})();
