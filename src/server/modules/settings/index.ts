export { forgetSettings, getSetting, type OwnSetting, ownSetting, suppose } from './get-setting.ts';
export { acceptSecrets, knownSecrets, listSettings, type SettingFacts, sameSecrets } from './list-settings.ts';
export { renewalOf } from './renewal.ts';
export { changeSetting, setOperatorSetting, setSetting } from './set-setting.ts';
export { allSettings, defineSetting, fenSchema, findSettingByKey, registerSettings, type Setting } from './setting.ts';
