/** Words in place of a page that failed, or that is not there. */
export const failed = "This page could not be shown"
export const reloadingHelps = "Reloading it usually helps."
export const reload = "Reload the page"

export const missing = {
  title: "This page could not be loaded",
  about: "The service answers, but a part of this page is missing. Reload it, or try again later."
} as const

export const unreachable = {
  title: "The service cannot be reached",
  about: "It may be restarting. This page loads by itself as soon as the service answers."
} as const
