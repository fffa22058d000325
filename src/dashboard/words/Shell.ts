/** Words of what surrounds every page. */
export const brand = "Payouts"
export const sandbox = "Sandbox"
export const skip = "Skip to content"
export const menu = "Menu"
export const sidebar = "Sidebar"
export const search = "Search"
export const shortcuts = "Keyboard shortcuts"
export const actingFor = "Acting for"
export const operations = "Operations"
export const signOut = "Sign out"

export const connections = {
  connecting: "Connecting…",
  live: "Up to date",
  lost: "Reconnecting…"
} as const
export const noConnection = "No connection"

export const themes = {
  system: "Theme: system",
  light: "Theme: light",
  dark: "Theme: dark"
} as const

/** The title of the browser's tab. */
export const tabTitle = (page: string): string => `${page} · Payouts`
