/** On every page: whatever carries `data-service` opens the way to customer service, which is loaded only then. */
document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-service]')) return;
  event.preventDefault();
  void import('./open-service.tsx').then(({ openService }) => openService());
});
