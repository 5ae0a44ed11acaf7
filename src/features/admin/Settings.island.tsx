import { useState } from 'react';
import type { SettingForm } from '#contract/admin.ts';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { isChanged, SettingEditor } from './SettingEditor.tsx';
import { createSettingsScreen } from './screens.store.ts';

/** Every setting with a form from its schema, and who changed it when: group by group, found by words, or those that were changed. */
export default function SettingsIsland() {
  return (
    <LoadedScreen of={createSettingsScreen}>
      {(settings, { set }) => <SettingGroups settings={settings} onSet={(key, value) => set(key, value)} />}
    </LoadedScreen>
  );
}

function SettingGroups({
  settings,
  onSet,
}: {
  settings: readonly SettingForm[];
  onSet(key: string, value: unknown): Promise<string | null>;
}) {
  const [words, setWords] = useState(() => new URLSearchParams(location.search).get('q') ?? '');
  const groups = [...Map.groupBy(settings, (one) => one.group)];
  const [group, setGroup] = useState(() => {
    const named = new URLSearchParams(location.search).get('group');
    return (groups.find(([name]) => name === named) ?? groups[0])?.[0] ?? '';
  });
  const [changed, setChanged] = useState(false);
  // who looks for one looks in all groups
  const whole = changed || words.trim() !== '';
  const says = ({ key, title, about }: SettingForm) => `${title} ${about} ${key}`.toLowerCase().includes(words.trim().toLowerCase());
  const shown = groups.flatMap(([name, all]) => {
    const list = all.filter((one) => (whole || name === group) && (!changed || isChanged(one)) && says(one));
    return list.length > 0 ? [[name, list] as const] : [];
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <search className="panel sticky top-0 z-10 flex flex-wrap items-center gap-3 p-3">
        <input
          type="search"
          className="input min-w-40 flex-1"
          aria-label="搜索设置"
          placeholder="名称或说明"
          maxLength={60}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <SelectBox
          aria-label="分组"
          className="select w-auto lg:hidden"
          options={groups.map(([name, all]) => [name, `${name}（${all.length}）`] as const)}
          value={group}
          onValue={setGroup}
        />
        <label className="flex items-center gap-2">
          <input type="checkbox" className="checkbox" checked={changed} onChange={(event) => setChanged(event.target.checked)} />
          只看修改过的（{settings.filter(isChanged).length}）
        </label>
      </search>
      <div className="desk-columns desk-groups">
        <nav aria-label="设置分组" className="desk-queue panel grid gap-1 p-2 max-lg:hidden">
          {groups.map(([name, all]) => (
            <button
              key={name}
              type="button"
              className={classNames(
                'flex justify-between gap-2 rounded-field px-3 py-2 text-left',
                !whole && name === group ? 'bg-tint font-semibold text-primary' : 'hover:bg-ground',
              )}
              aria-pressed={!whole && name === group}
              onClick={() => {
                setWords('');
                setChanged(false);
                setGroup(name);
              }}
            >
              {name}
              <span className="num text-xs text-muted">{all.length}</span>
            </button>
          ))}
        </nav>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {shown.length === 0 && (
            <div className="panel" role="status">
              <Empty title="没有符合的设置" hint="换个词，或去掉筛选。" />
            </div>
          )}
          {shown.map(([name, list]) => (
            <section key={name} aria-label={name}>
              <h2 className="mb-3 text-base font-semibold">{name}</h2>
              <div className="panel divide-y divide-line px-4 md:px-6">
                {list.map((setting) => (
                  <SettingEditor
                    key={`${setting.key}/${setting.history[0]?.id ?? 0}`}
                    setting={setting}
                    onSet={(value) => onSet(setting.key, value)}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
