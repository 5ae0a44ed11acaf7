// Runs before first paint, as a classic script (no import, no type): the header's texts follow these by CSS alone, so that
// a signed-in reader never sees the visitor's header flash. `$session` keeps both up to date afterwards (session.ts).
(() => {
  const root = document.documentElement;
  try {
    const user = localStorage.getItem('token') && JSON.parse(localStorage.getItem('userinfo') || 'null');
    const known = typeof user?.id === 'number';
    root.dataset.session = known ? 'in' : 'out';
    if (known) root.style.setProperty('--nickname', JSON.stringify(user.nickname));
  } catch {
    root.dataset.session = 'out';
  }
})();
