/** The light or dark theme. It follows the system unless the user has chosen one. */
export type Theme = "system" | "light" | "dark"

const key = "theme"

export const chosen = (): Theme => {
  const kept = localStorage.getItem(key)
  return kept === "light" || kept === "dark" ? kept : "system"
}

export const apply = (theme: Theme): void => {
  if (theme === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const choose = (theme: Theme): void => {
  localStorage.setItem(key, theme)
  apply(theme)
}
