/** How the page is built: plain files with hashed names and nothing inline, for a strict CSP. */
import * as path from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

const schema = "\0schema-of-roles"

/**
 * What a role may is the domain's own table, and it is the same here. It declares its names with
 * Effect's Schema, of which the page needs nothing but the names: 20 KB less to load.
 */
const rolesWithoutSchema: Plugin = {
  name: "roles-without-schema",
  enforce: "pre",
  resolveId: (id, importer) =>
    id === "effect" && importer?.endsWith("domain/account/Role.ts") === true ? schema : undefined,
  load: (id) =>
    id === schema ? "export const Schema = { Literals: (literals) => ({ literals }) }" : undefined
}

/** Modules that few pages need: they come with those pages. */
const ofFewPages = {
  parts: ["EventSubject", "Invite", "Qr", "SavedViews", "Sparkline"],
  data: ["Agent", "AuditActions", "Causes", "CsvFile", "Passkeys", "SheetText"]
}

/** Of a folder, what most pages need. */
const commonIn = (folder: keyof typeof ofFewPages): string =>
  `dashboard/${folder}/(?!(${ofFewPages[folder].join("|")})\\.)`

const common = new RegExp(`${commonIn("parts")}|${commonIn("data")}|src/client|lucide-react`)

export default defineConfig({
  root: import.meta.dirname,
  base: "/dashboard/",
  plugins: [rolesWithoutSchema, react()],
  build: {
    outDir: path.join(import.meta.dirname, "../../.build/dashboard"),
    emptyOutDir: true,
    target: "es2024",
    // An asset as a data: URL is refused by the CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes seldom, so that it stays in caches when the page changes.
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\//
            },
            // One file instead of a dozen small ones, which every page loads anyway.
            { name: "parts", test: common }
          ]
        }
      }
    }
  }
})
