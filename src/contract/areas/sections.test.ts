import { expect, it } from 'vitest';
import { findSection, sections } from './index.ts';

/** The main menu of the specification (2.1); what has no pages yet is left out. */
const MENU = ['home', 'programme', 'resources', 'bigcase', 'ppt', 'design', 'receiveOrder', 'study', 'article'];

it('S-001 keeps the order of the specification', () => {
  const open = MENU.filter((key) => findSection(key));
  expect(open.length).toBeGreaterThanOrEqual(6);
  expect(sections.map(({ key }) => key).filter((key) => MENU.includes(key))).toEqual(open);
});
