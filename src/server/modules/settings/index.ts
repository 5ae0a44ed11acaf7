export { forgetSettings, getSetting } from './get-setting.ts';
export { listSettings, type SettingFacts } from './list-settings.ts';
export { OPERATOR_SETTINGS, PUBLIC_SETTINGS, type SettingKey, type SettingValue } from './rules.ts';
export { acceptSecrets, sameSecrets } from './same-secrets.ts';
export { setSetting } from './set-setting.ts';
