/** A press on an attachment asks for its link; everything else is loaded with the press. */
document.addEventListener('click', (event) => {
  const button = (event.target as Element | null)?.closest<HTMLButtonElement>('button[data-demand-file]');
  if (!button) return;
  const [id, file_id] = [Number(button.dataset['demand']), Number(button.dataset['demandFile'])];
  void import('./open-file.ts').then(({ openFile }) => openFile(id, file_id));
});
