const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone|iPod/i, 'iPhone'],
  [/iPad/i, 'iPad'],
  [/HarmonyOS/i, '鸿蒙'],
  [/Android/i, 'Android'],
  [/Windows/i, 'Windows'],
  [/Mac OS X|Macintosh/i, 'macOS'],
  [/Linux/i, 'Linux'],
];

/** The more special first: every browser also names those that it descends from. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/MicroMessenger/i, '微信'],
  [/Edg(?:e|A|iOS)?\//i, 'Edge'],
  [/OPR\//i, 'Opera'],
  [/Firefox|FxiOS/i, 'Firefox'],
  [/QQBrowser/i, 'QQ 浏览器'],
  [/Chrome|CriOS/i, 'Chrome'],
  [/Safari/i, 'Safari'],
];

/** System and browser as people know them, from what a browser says of itself; '' for what says nothing known. Nothing else of it is stored. */
export function deviceName(user_agent: string | undefined): string {
  const first = (names: typeof SYSTEMS) => names.find(([pattern]) => pattern.test(user_agent ?? ''))?.[1];
  return [first(SYSTEMS), first(BROWSERS)].filter((name) => name !== undefined).join(' · ');
}
