import { LOOK_KEY, readText, writeText } from '#client/storage.ts';

/** Light or dark by choice, else as the system says; before the first paint the early script sets the same. */
const look = document.querySelector<HTMLSelectElement>('[data-look]');
if (look) {
  look.value = readText(LOOK_KEY) ?? '';
  look.addEventListener('change', () => {
    const { dataset } = document.documentElement;
    if (look.value) dataset['theme'] = look.value;
    else delete dataset['theme'];
    writeText(LOOK_KEY, look.value || null);
  });
}
