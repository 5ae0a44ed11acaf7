import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';
import { syllables } from './sounds.ts';
import type { GeneralCutter } from './words/dictionary.ts';

const require = createRequire(import.meta.url);
let jieba: Jieba | null = null;

/** The native part and five megabytes of words. */
function loadJieba(): Jieba {
  const { Jieba: Native } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  return Native.withDict(dict);
}

const loaded = (): Jieba => {
  jieba ??= loadJieba();
  return jieba;
};

/** Words of the language, whatever the trade calls its own. A site loads the dictionary before it listens, other processes by their first call. */
export const generalCutter: GeneralCutter = {
  cut: (run) => loaded().cut(run, false),
  all: (run) => loaded().cutAll(run),
  tags: (run) =>
    loaded()
      .tag(run, false)
      .map(({ tag }) => tag),
};

/** Loads the words of the language and their readings, a quarter of a second of work: before a process listens, or its first search pays. */
export function loadLanguage(): void {
  generalCutter.cut('策划');
  syllables('策划');
}
