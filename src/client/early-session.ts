// Runs before the first paint as a classic script: no import; tools/early-script.mjs takes the types away. The header's texts follow these
// by CSS alone, so that a signed-in reader never sees the visitor's header flash. `$session` keeps both up to date afterwards (session.ts).
(() => {
  const root = document.documentElement;
  try {
    const look = localStorage.getItem('look');
    if (look) root.dataset.theme = look;
    const tools = localStorage.getItem('tools');
    if (tools) root.dataset.tools = tools;
    const user = localStorage.getItem('token') && JSON.parse(localStorage.getItem('userinfo') || 'null');
    const known = typeof user?.id === 'number';
    root.dataset.session = known ? 'in' : 'out';
    if (user?.auth_company?.status === 1) root.dataset.certified = '';
    if (known) root.style.setProperty('--nickname', JSON.stringify(user.nickname));
  } catch {
    root.dataset.session = 'out';
  }
})();

// A press on a part whose code is still on its way is acknowledged at once and stored: the intent directive takes it over when it arrives.
(() => {
  const keep = (event: Event, target: Element | null | undefined, button: Element | null | undefined) => {
    const island = target?.closest<HTMLElement & { listens?: boolean; pressed?: Element }>('astro-island[ssr][client=intent]');
    if (!target || !island || island.listens) return;
    event.preventDefault();
    island.pressed = target;
    button?.setAttribute('aria-busy', 'true');
  };
  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('button');
      if (event.isTrusted && button) keep(event, button, button);
    },
    true,
  );
  addEventListener(
    'keydown',
    (event) => {
      const form = event.target instanceof HTMLInputElement ? event.target.form : null;
      if (event.keyCode === 13 && form) keep(event, form, form.querySelector('[type=submit]'));
    },
    true,
  );
})();
