/** The browser and the system of a session, read from its user agent. */

// Every browser on Chromium also calls itself Chrome and Safari: the first match counts.
const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"]
] as const

const systems = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"]
] as const

const first = (
  names: ReadonlyArray<readonly [RegExp, string]>,
  agent: string
): string | undefined => names.find(([pattern]) => pattern.test(agent))?.[1]

/** `Chrome on Linux`; an agent that is not known is shown as it is. */
export const named = (agent: string | null): string => {
  if (agent === null) return "Unknown browser"
  const browser = first(browsers, agent)
  const system = first(systems, agent)
  if (browser === undefined) return agent
  return system === undefined ? browser : `${browser} on ${system}`
}
