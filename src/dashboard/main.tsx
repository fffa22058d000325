/** Where the page starts. */
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/layout.css"
import "./styles/parts.css"
import "./styles/pages.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import * as Theme from "./data/Theme.ts"

Theme.apply(Theme.chosen())

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>
)
