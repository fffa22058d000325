/** Where the page starts. */
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

// While the session is read. A page that arrives later is held back by React for a third of a
// second, so that its placeholder does not flicker.
preload(Address.parse(location.pathname.replace(/^\/dashboard/, "")).page)

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
