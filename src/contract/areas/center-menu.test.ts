import { expect, it } from 'vitest';
import { CENTER_GROUPS } from './area.ts';
import { centerGroups } from './index.ts';

const entries = centerGroups.flatMap((group) => group.entries);

it('keeps the headings in their order and shows none without entries', () => {
  const order = Object.keys(CENTER_GROUPS);
  const shown = centerGroups.map(({ key }) => key);
  expect(shown).toEqual(order.filter((key) => shown.includes(key)));
  for (const { key, title, entries: below } of centerGroups) {
    expect(title).toBe(CENTER_GROUPS[key as keyof typeof CENTER_GROUPS]);
    expect(below.length, key).toBeGreaterThan(0);
    expect(below.map(({ order: place }) => place)).toEqual(below.map(({ order: place }) => place).toSorted((a, b) => a - b));
  }
});

it('has every entry once, below one heading', () => {
  expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
  expect(new Set(entries.map(({ route }) => route)).size).toBe(entries.length);
});
