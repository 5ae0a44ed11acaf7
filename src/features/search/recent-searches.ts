import { $session } from '#client/session.ts';
import { readJson, writeText } from '#client/storage.ts';
import { toastSuccess } from '#client/toast.ts';
import { RECENT_KEY, readWords, shortWord, withWord } from './recent-words.ts';

/**
 * Recent searches of this reader: on the server for those who are signed in, in this browser for visitors. A script instead of an
 * island, because it must run by itself and a visitor needs no framework for ten links.
 */
export async function showRecentSearches(section: HTMLElement): Promise<void> {
  const keyword = section.dataset['keyword'] ?? '';
  if (!$session.get()) {
    const words = withWord(readWords(readJson(RECENT_KEY)), keyword);
    if (keyword !== '') writeText(RECENT_KEY, JSON.stringify(words));
    draw(section, words, async () => void writeText(RECENT_KEY, null));
    return;
  }
  const { ASIDE, gateway } = await import('#client/gateway.ts');
  try {
    const words = await (keyword === ''
      ? gateway('GET /index/search/recentSearch', { type: 0 }, ASIDE)
      : gateway('POST /index/search/recentSearch', { keyword }, ASIDE));
    draw(
      section,
      words.map(({ word }) => word),
      async () => void (await gateway('POST /index/search/hideMySearch')),
    );
  } catch {
    // the page is whole without them; the next visit retries
  }
}

function draw(section: HTMLElement, words: string[], clear: () => Promise<void>): void {
  const list = section.querySelector('ul');
  const button = section.querySelector('button');
  if (!list || !button || words.length === 0) return;
  list.replaceChildren(
    ...words.map((word) => {
      const link = document.createElement('a');
      link.className = 'chip';
      link.href = `/search?${new URLSearchParams({ keyword: word })}`;
      link.textContent = shortWord(word);
      const entry = document.createElement('li');
      entry.append(link);
      return entry;
    }),
  );
  button.onclick = async () => {
    button.disabled = true;
    try {
      await clear();
      section.hidden = true;
      toastSuccess('删除成功');
    } catch {
      button.disabled = false;
    }
  };
  section.hidden = false;
}
