import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';

const require = createRequire(import.meta.url);
let jieba: Jieba | null = null;

/** The native part and five megabytes of words: not what a start should wait for. */
function loadJieba(): Jieba {
  const { Jieba: Native } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  return Native.withDict(dict);
}

/** Splits a run of Chinese characters into words. The dictionary is loaded by the first call of the process. */
export function cutWords(run: string): string[] {
  jieba ??= loadJieba();
  return jieba.cut(run, false);
}
