/**
 * Repairs of Scalar, which falls short of WCAG and of axe's best practice: colours of enough
 * contrast, no scrolling sideways on a phone, and in the browser names, roles, keyboard scrolling,
 * and `/` for the search.
 */
import * as PublicOrigin from "../middleware/PublicOrigin.ts"

/** The link back to the dashboard, above the page. */
export const header =
  '<nav class="site" aria-label="Site"><a href="/dashboard/">Payouts</a>' +
  "<span>API reference</span></nav>"

export const style = `
  :root { --scalar-custom-header-height: 48px }
  .site { position: sticky; top: 0; z-index: 1000; box-sizing: border-box; height: 48px;
    display: flex; align-items: center; gap: 12px; padding: 0 20px;
    font: 15px/1.5 system-ui, sans-serif; color: var(--scalar-color-2);
    background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color) }
  .site a { color: var(--scalar-color-1); font-weight: 650; text-decoration: none }
  .site a:hover { text-decoration: underline }
  .light-mode { --scalar-color-2: #454545; --scalar-color-3: #5c5c5c;
    --scalar-color-accent: #0b5cad; --scalar-color-green: #05603a; --scalar-color-red: #a01414;
    --scalar-color-blue: #0b4f94; --scalar-color-orange: #8a3b00;
    --scalar-color-purple: #5b2ba5; --scalar-color-yellow: #6b5000;
    --scalar-sidebar-color-2: #454545; --scalar-sidebar-search-color: #5c5c5c }
  .dark-mode { --scalar-color-2: #b8b8b8; --scalar-color-3: #a8a8a8;
    --scalar-color-accent: #6cb2ff; --scalar-color-red: #ff8f8f; --scalar-color-blue: #6cb2ff;
    --scalar-color-orange: #ffa866; --scalar-color-purple: #c4a8ff;
    --scalar-sidebar-color-2: #b8b8b8; --scalar-sidebar-search-color: #a8a8a8 }
  .sidebar-search-placeholder { color: var(--scalar-color-2) !important }
  .markdown code, .markdown a { overflow-wrap: anywhere }
  .markdown pre { max-width: 100%; overflow-x: auto }
  .markdown pre, .markdown pre code, .markdown pre code * { white-space: pre-wrap !important;
    overflow-wrap: anywhere }
  @media (max-width: 640px) { .client-libraries-content { display: none }
    .references-rendered { overflow-x: clip } }
`

/**
 * The part that runs in the browser. Each statement ends without a semicolon, as the project's do.
 */
export const script = `
      const create = window.Scalar.createApiReference
      const placed = (value) => JSON.parse(
        JSON.stringify(value).replaceAll("${PublicOrigin.defaultOrigin}", location.origin))
      window.Scalar = { ...window.Scalar, createApiReference: (place, { content, ...rest }) =>
        create(place, { ...rest, content: placed(content) }) }
      const isTyping = ({ target }) =>
        target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      addEventListener("keydown", (event) => {
        if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event)) return
        event.preventDefault()
        const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
        dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: !isMac, metaKey: isMac }))
      })
      const each = (selector, change) => document.querySelectorAll(selector).forEach(change)
      const repair = () => {
        each("pre, pre code, .endpoints, .custom-scroll, .table-wrapper", (place) => {
          if (!place.hasAttribute("tabindex")) place.tabIndex = 0
        })
        each("button[role=search]", (button) => {
          button.removeAttribute("role")
          button.removeAttribute("aria-label")
        })
        each("aside[role=navigation]", (aside) => aside.setAttribute("role", "region"))
        each(".show-more[aria-label]", (button) => button.removeAttribute("aria-label"))
        each("button[aria-selected]:not([role])", (button) => {
          if (button.getAttribute("aria-selected") === "true") {
            button.setAttribute("aria-current", "true")
          } else button.removeAttribute("aria-current")
          button.removeAttribute("aria-selected")
        })
        each(".scalar-card[role=region]", (card) => {
          card.removeAttribute("role")
          card.removeAttribute("aria-label")
          card.removeAttribute("aria-labelledby")
        })
        each("th:empty", (header) => { header.outerHTML = "<td></td>" })
      }
      let isDue = false
      new MutationObserver(() => {
        if (isDue) return
        isDue = true
        setTimeout(() => { isDue = false; repair() }, 200)
      }).observe(document.documentElement,
        { childList: true, subtree: true, attributeFilter: ["aria-selected"] })
    `
