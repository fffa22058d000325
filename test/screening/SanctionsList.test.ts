/** Sanctions lists on disk: reading, refusals, and the change to a new one. */
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as OperatorTools from "../../src/app/OperatorTools.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as SanctionsList from "../../src/screening/SanctionsList.ts"
import { silent } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as List from "./fixtures/list.ts"

const made = List.make(7, 420)

const folder = Effect.acquireRelease(
  Effect.sync(() => Program.temporaryFolder()),
  (dir) => Effect.sync(() => fs.rmSync(dir, { recursive: true, force: true }))
)

const withList = (from: List.Made) =>
  Effect.tap(folder, (dir) => Effect.sync(() => List.write(dir, from)))

const change = (dir: string, file: string, by: (text: string) => string): void => {
  const name = path.join(dir, file)
  fs.writeFileSync(name, by(fs.readFileSync(name, "utf8")))
}

/** Cuts a file between two lines in its middle. */
const halfLines = (text: string): string => {
  const lines = text.split("\r\n")
  return `${lines.slice(0, lines.length / 2).join("\r\n")}\r\n`
}

describe("A sanctions list", () => {
  it.effect("is read with its aliases and addresses, even those in continued remarks", () =>
    Effect.gen(function* () {
      const lists = yield* SanctionsList.load(yield* withList(made))
      const { addresses, sizes, labels, version } = lists
      assert.strictEqual(sizes.entries, 420)
      assert.strictEqual(sizes.aliases, made.people.flatMap(({ aliases }) => aliases).length)
      for (const { address, family, number } of made.people) {
        if (address === undefined) continue
        const upper = `0x${address.slice(2).toUpperCase()}`
        const whose = addresses.get(SanctionsList.addressKey(upper))
        assert.strictEqual(whose?.number, number)
        assert.isTrue(whose?.name.startsWith(family), whose?.name)
      }
      assert.isAbove(sizes.addresses, 20)
      assert.isDefined(addresses.get("1BoatSLRHtKNngkdXEeobR76b53LE"))
      assert.isTrue(labels.some((each) => each.includes("(alias ")))
      assert.match(version, /^ofac \d{4}-\d\d-\d\d [0-9a-f]{8}$/)
    })
  )

  const breakages: ReadonlyArray<readonly [string, string, (text: string) => string, RegExp]> = [
    ["is empty", "sdn.csv", () => "", /sdn.csv: it is empty/],
    ["is cut within a line", "alt.csv", (text) => text.slice(0, 5_001), /alt.csv: /],
    ["is cut between lines", "sdn.csv", halfLines, /which sdn.csv does not have|at least/],
    ["is an HTML page", "add.csv", () => "<html>\nno\n</html>\n", /add.csv: row 1 has 1 columns/],
    [
      "has rows of another format",
      "sdn.csv",
      (text) => `1,2,3\r\n${text}`,
      /sdn.csv: row 1 has 3 columns/
    ],
    [
      "names an unknown entry",
      "alt.csv",
      (text) => `9,1,"aka","X",-0- \r\n${text}`,
      /entry 9, which/
    ],
    ["is not text", "sdn_comments.csv", () => "\0\0\0\0\n", /sdn_comments.csv: row 1/],
    ["is far too short", "sdn.csv", (text) => text.split("\r\n").slice(0, 9).join("\r\n"), /./]
  ]
  for (const [what, file, by, expected] of breakages) {
    it.effect(`is refused if a file ${what}`, () =>
      Effect.gen(function* () {
        const dir = yield* withList(made)
        change(dir, file, by)
        const { message } = yield* Effect.flip(SanctionsList.load(dir))
        assert.match(message, expected)
      })
    )
  }

  it.effect("is refused if a file is missing", () =>
    Effect.gen(function* () {
      const dir = yield* withList(made)
      fs.rmSync(path.join(dir, "alt.csv"))
      assert.include((yield* Effect.flip(SanctionsList.load(dir))).message, "alt.csv is missing")
    })
  )
})

describe("A service that watches its sanctions list", () => {
  it.live(
    "loads a new list without a restart, and keeps the old one if the new one is broken",
    () =>
      Effect.gen(function* () {
        const dir = yield* withList(made)
        const following = yield* SanctionsList.watch(dir)
        yield* following.loaded
        const first = following.current()?.version
        assert.isDefined(first)
        List.write(dir, List.make(7, 440))
        yield* following.reload
        const second = following.current()
        assert.notStrictEqual(second?.version, first)
        assert.strictEqual(second?.sizes.entries, 440)
        change(dir, "sdn.csv", halfLines)
        yield* following.reload
        assert.strictEqual(following.current(), second)
        List.write(dir, List.make(9, 200))
        yield* following.reload
        assert.strictEqual(following.current(), second)
        List.write(dir, List.make(7, 460))
        yield* following.reload
        assert.strictEqual(following.current()?.sizes.entries, 460)
      }).pipe(Effect.scoped, Effect.provide(silent))
  )

  it.effect("loads a list automatically", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const following = yield* SanctionsList.watch(dir)
      yield* following.loaded
      assert.isUndefined(following.current())
      List.write(dir, made)
      // Reading files takes real time, and the checks for new files use the test clock.
      while (following.current() === undefined) {
        yield* TestClock.adjust(Limits.screening.pollMs)
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
    }).pipe(Effect.scoped, Effect.provide(silent))
  )
})

const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const published = { files: made.files, isMoved: false }
    const listening = createServer((request, response) => {
      const url = request.url ?? ""
      if (published.isMoved && url.startsWith("/lists/")) {
        return response.writeHead(302, { location: url.replace("lists", "moved") }).end()
      }
      const text = published.files[path.basename(url)]
      return text === undefined ? response.writeHead(404).end() : response.end(text)
    })
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
    const { port } = listening.address() as AddressInfo
    const stop = () => new Promise((resolve) => listening.close(resolve))
    return { published, from: `http://127.0.0.1:${port}/lists/`, stop }
  }),
  ({ stop }) => Effect.promise(stop)
)

describe("The command sanctions refresh", () => {
  it.live("replaces the list only by a complete one, and follows redirects", () =>
    Effect.gen(function* () {
      const dir = path.join(yield* folder, "new")
      const { from, published } = yield* server
      const refresh = (isForced = false) => OperatorTools.refreshLists({ dir, from, isForced })
      const first = yield* refresh()
      assert.strictEqual(first.sizes.entries, 420)
      assert.deepStrictEqual(fs.readdirSync(dir).sort(), Object.keys(made.files).sort())
      published.files = { ...made.files, "alt.csv": "" }
      assert.include((yield* Effect.flip(refresh())).message, "alt.csv: it is empty")
      published.files = List.make(9, 200).files
      assert.include((yield* Effect.flip(refresh())).message, "is it whole?")
      const { "add.csv": _, ...some } = made.files
      published.files = some
      assert.include((yield* Effect.flip(refresh())).message, "add.csv: the server answers 404")
      assert.strictEqual((yield* SanctionsList.load(dir)).version, first.version)
      published.files = List.make(7, 460).files
      published.isMoved = true
      assert.strictEqual((yield* refresh()).sizes.entries, 460)
      published.files = List.make(9, 200).files
      assert.strictEqual((yield* refresh(true)).sizes.entries, 200)
      assert.strictEqual(fs.readdirSync(dir).length, 4)
    }).pipe(Effect.scoped)
  )
})
