/** The build of the page: plain files with hashed names and nothing inline, for a strict CSP. */
import * as path from "node:path"
import react from "@vitejs/plugin-react"
import { defineConfig, type Plugin } from "vite"

const schema = "\0schema-of-roles"

/**
 * The page uses the domain's table of permissions. That module declares its names with Effect's
 * Schema. The page needs only the names, so this stub saves 20 KB.
 */
const rolesWithoutSchema: Plugin = {
  name: "roles-without-schema",
  enforce: "pre",
  resolveId: (id, importer) =>
    id === "effect" && importer?.endsWith("domain/account/Role.ts") === true ? schema : undefined,
  load: (id) =>
    id === schema ? "export const Schema = { Literals: (literals) => ({ literals }) }" : undefined
}

/** Modules that few pages need. They are loaded with these pages. */
const ofFewPages = {
  parts: [
    "EventSubject",
    "ForeignRefunds",
    "Invite",
    "Parties",
    "Qr",
    "Recalls",
    "SavedViews",
    "Sparkline",
    "Tile"
  ],
  data: ["Agent", "AuditActions", "Causes", "CsvFile", "Passkeys", "SheetText"]
}

/** Matches the modules of a folder that most pages need. */
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
    // The CSP refuses assets in data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Libraries change seldom, so they stay in caches when the page changes.
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\//
            },
            // Every page loads these small modules, so one file is faster than a dozen.
            { name: "parts", test: common }
          ]
        }
      }
    }
  }
})
