/** The entry point of the page. */
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/parts.css"
import "./styles/pages.css"
import "./styles/search.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import * as Address from "./data/Address.ts"
import * as Theme from "./data/Theme.ts"
import { preload } from "./Routes.tsx"

Theme.apply(Theme.chosen())

// Fetches the page while the session is read. React delays a page that arrives later by a third of
// a second, to avoid a flicker of its placeholder.
preload(Address.parse(location.pathname.replace(/^\/dashboard/, "")).page)

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
