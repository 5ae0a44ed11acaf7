export { forgetSettings, getSetting, suppose } from './get-setting.ts';
export { listSettings, type SettingFacts } from './list-settings.ts';
export { type OwnSetting, ownSetting } from './own-setting.ts';
export { renewalOf } from './renewal.ts';
export { acceptSecrets, knownSecrets, sameSecrets } from './same-secrets.ts';
export { changeSetting, setOperatorSetting, setSetting } from './set-setting.ts';
export { allSettings, defineSetting, fenSchema, findSettingByKey, registerSettings, type Setting } from './setting.ts';
