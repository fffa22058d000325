/** An installed Firefox, controlled over the protocol that browsers share. */
import * as fs from "node:fs"
import puppeteer, { type Browser } from "puppeteer-core"

const installed = [
  process.env.FIREFOX_PATH ?? "",
  ...[
    "/usr/bin/firefox-esr",
    "/usr/bin/firefox",
    "/Applications/Firefox.app/Contents/MacOS/firefox"
  ]
]

export const find = (): string | undefined =>
  installed.find((each) => each !== "" && fs.existsSync(each))

export const launch = (path: string): Promise<Browser> =>
  puppeteer.launch({
    browser: "firefox",
    executablePath: path,
    headless: true,
    extraPrefsFirefox: {
      "intl.accept_languages": "en-GB",
      // The pages are light, whatever the machine prefers, and nothing moves.
      "layout.css.prefers-color-scheme.content-override": 1,
      "ui.prefersReducedMotion": 1
    }
  })
