/** An empty keyword says 请输入关键词 and goes nowhere (spec 5). Holds for every search field of the page; asks for nothing until needed. */
export function guardEmptySearch(root: Document): void {
  root.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.getAttribute('action') !== '/search') return;
    const field = form.elements.namedItem('keyword');
    if (!(field instanceof HTMLInputElement) || field.value.trim() !== '') return;
    event.preventDefault();
    field.focus();
    void import('#client/toast.ts').then(({ toastNote }) => toastNote('请输入关键词'));
  });
}
