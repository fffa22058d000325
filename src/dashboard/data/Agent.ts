/** The browser and the system of a session, read from its user agent. */
import { agent as Words } from "../words/account.ts"

// The first match counts, because every Chromium browser also calls itself Chrome and Safari.
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, Words.edge],
  [/\b(?:OPR|Opera)\//, Words.opera],
  [/\b(?:Firefox|FxiOS)\//, Words.firefox],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, Words.chrome],
  [/\bSafari\//, Words.safari]
] as const

const systems = [
  [/\bAndroid\b/, Words.android],
  [/\b(?:iPhone|iPad|iPod)\b/, Words.ios],
  [/\bCrOS\b/, Words.chromeOs],
  [/\bWindows\b/, Words.windows],
  [/\bMac OS X\b|\bMacintosh\b/, Words.macOs],
  [/\bLinux\b/, Words.linux]
] as const

const first = (
  names: ReadonlyArray<readonly [RegExp, string]>,
  agent: string
): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1]

/** A name such as `Chrome on Linux`. An unknown user agent is shown unchanged. */
export const named = (agent: string | null): string => {
  if (agent === null) return Words.unknown
  const browser = first(browsers, agent)
  const system = first(systems, agent)
  if (browser === undefined) return agent
  return system === undefined ? browser : Words.on(browser, system)
}
