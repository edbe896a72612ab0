/** The first that fits: each of them also calls itself by a later one's name. */
const browsers: [RegExp, string][] = [
  [/\bOPR\/|Opera/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** For people to know their devices by: `Firefox on Android`. */
export function nameBrowser(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const [browser, system] = [find(browsers) ?? 'A browser', find(systems)]
  return system ? `${browser} on ${system}` : browser
}
