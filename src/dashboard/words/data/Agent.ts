/** Names of browsers and systems. */
export const edge = "Edge"
export const opera = "Opera"
export const firefox = "Firefox"
export const chrome = "Chrome"
export const safari = "Safari"
export const android = "Android"
export const ios = "iOS"
export const chromeOs = "ChromeOS"
export const windows = "Windows"
export const macOs = "macOS"
export const linux = "Linux"

export const unknown = "Unknown browser"
export const on = (browser: string, system: string): string => `${browser} on ${system}`
