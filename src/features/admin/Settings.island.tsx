import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { SettingEditor } from './SettingEditor.tsx';
import { createSettingsScreen } from './screens.store.ts';

/** Every setting with a form from its schema, and who changed it when. */
export default function SettingsIsland() {
  const [screen] = useState(createSettingsScreen);
  const state = useStore(screen.$state);
  useEffect(() => void screen.actions.open(), [screen]);
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(settings) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
          {settings.map((setting) => (
            <SettingEditor
              key={`${setting.key}/${setting.history[0]?.id ?? 0}`}
              setting={setting}
              onSet={(value) => screen.actions.set(setting.key, value)}
            />
          ))}
        </div>
      )}
    </ScreenFrame>
  );
}
