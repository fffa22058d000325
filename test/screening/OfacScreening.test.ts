/** Screening of payouts against a list on disk and an oracle on a real socket. */
import * as fs from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as ListedFacts from "../../src/domain/ListedFacts.ts"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import * as UndiciHttpClient from "../../src/outbound/UndiciHttpClient.ts"
import * as NameSimilarity from "../../src/screening/NameSimilarity.ts"
import * as OfacScreening from "../../src/screening/OfacScreening.ts"
import * as SanctionsList from "../../src/screening/SanctionsList.ts"
import { silent } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as List from "./fixtures/list.ts"

const made = List.make(7, 420)
const [listed] = made.people
const owner = made.people.find(({ address }) => address !== undefined)
const nameOf = (person: List.Person | undefined) => `${person?.given.join(" ")} ${person?.family}`

const oracleAddress = "0x40C57923924B5c5c5455c48D93317139ADDaC8fb"
const bad = `0x${"bad0".repeat(10)}`
const good = `0x${"600d".repeat(10)}`

/** The next responses of the oracle's Ethereum node. */
interface Oracle {
  mode: "answers" | "fails" | "has no contract" | "talks nonsense"
  asked: number
}

const oracle = Effect.acquireRelease(
  Effect.promise(async () => {
    const state: Oracle = { mode: "answers", asked: 0 }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        state.asked++
        const { params } = JSON.parse(Buffer.concat(chunks).toString())
        const { data, to } = params[0]
        const isBad = data === `0xdf592f7d${bad.slice(2).padStart(64, "0")}`
        const word = `0x${"0".repeat(63)}${isBad && to === oracleAddress ? 1 : 0}`
        const result = { answers: word, "has no contract": "0x", "talks nonsense": `${word}00` }
        if (state.mode === "fails") response.writeHead(503).end()
        else response.end(JSON.stringify({ id: 1, result: result[state.mode] }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const stop = () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
    return { state, url: `http://127.0.0.1:${port}`, stop }
  }),
  ({ stop }) => Effect.promise(stop)
)

/** Screening with a folder that has the list, or none. */
const begin = Effect.fnUntraced(function* (
  options: { withList?: boolean; oracles?: boolean } = {}
) {
  const dir = yield* Effect.acquireRelease(
    Effect.sync(() => Program.temporaryFolder()),
    (made) => Effect.sync(() => fs.rmSync(made, { recursive: true }))
  )
  if (options.withList !== false) List.write(dir, made)
  const { state, url } = yield* oracle
  const layer = OfacScreening.layer({
    dir,
    oracle: options.oracles === false ? undefined : { address: oracleAddress, urls: [url] }
  }).pipe(Layer.provide(UndiciHttpClient.layer([url])))
  const context = yield* Layer.build(layer)
  const screening = yield* Screening.Screening.pipe(Effect.provideContext(context))
  const screen = (
    name: string | null,
    senders: ReadonlyArray<string> = [good],
    registeredName?: string
  ) => screening.screen({ payout: { name } as Payout, senders, registeredName })
  return { dir, screening, screen, state }
})

const test = (name: string, body: Effect.Effect<void, unknown, never>) =>
  it.live(name, () => body.pipe(Effect.provide(silent)))

describe("Screening against the list", () => {
  test(
    "clears ordinary names, and keeps the searched terms",
    Effect.gen(function* () {
      const { screen } = yield* begin()
      const verdict = yield* screen("NAKATO GRACE", [good], "GRACE NAKATO")
      assert.strictEqual(verdict._tag, "Clear")
      const { evidence } = verdict
      assert.strictEqual(evidence?.verdict, "clear")
      assert.match(evidence?.lists ?? "", /^ofac /)
      assert.strictEqual(evidence?.registeredName, "GRACE NAKATO")
      assert.isBelow(evidence?.score ?? 1, Limits.screening.heldScore)
    }).pipe(Effect.scoped)
  )

  test(
    "flags a given or registered name on the list, and names the entry",
    Effect.gen(function* () {
      const { screen } = yield* begin()
      const given = yield* screen(nameOf(listed).toUpperCase())
      const registered = yield* screen(null, [good], nameOf(listed))
      for (const [verdict, subject] of [
        [given, "recipient"],
        [registered, "registered name"]
      ] as const) {
        if (verdict._tag !== "Flagged") return assert.fail(verdict._tag)
        const { evidence, reason } = verdict
        assert.strictEqual(evidence?.subject, subject)
        assert.isAtLeast(evidence?.score ?? 0, Limits.screening.urgentScore)
        assert.match(evidence?.entry ?? "", new RegExp(`^\\d+ ${listed?.family}, `))
        assert.include(reason, "high priority")
        assert.strictEqual(evidence?.reason, reason)
      }
    }).pipe(Effect.scoped)
  )

  test(
    "flags a sender on the list or at the oracle, and a refund address",
    Effect.gen(function* () {
      const { screen, screening } = yield* begin()
      const address = owner?.address?.toUpperCase().replace("0X", "0x") ?? ""
      const onList = yield* screen("Grace Nakato", [good, address])
      if (onList._tag !== "Flagged") return assert.fail(onList._tag)
      assert.strictEqual(onList.evidence?.subject, `sender ${address}`)
      assert.strictEqual(onList.evidence?.score, 1)
      assert.include(onList.reason, owner?.family ?? "?")
      const named = yield* screen("Grace Nakato", [bad])
      assert.strictEqual(named._tag, "Flagged")
      assert.strictEqual((yield* screening.address(address, "refund address"))._tag, "Flagged")
      assert.strictEqual((yield* screening.address(bad, "refund address"))._tag, "Flagged")
      assert.strictEqual((yield* screening.address(good, "refund address"))._tag, "Clear")
      const sender = yield* screening.address(bad, "sender")
      assert.strictEqual(sender.evidence?.subject, `sender ${bad}`)
    }).pipe(Effect.scoped)
  )

  test(
    "holds a recipient without a name, with the reason",
    Effect.gen(function* () {
      const { screen } = yield* begin()
      const verdict = yield* screen(null)
      assert.strictEqual(verdict._tag, "Inconclusive")
      assert.include(verdict.evidence?.reason ?? "", "no name was given")
      // An address on the list takes precedence over a missing name.
      assert.strictEqual((yield* screen(null, [bad]))._tag, "Flagged")
    }).pipe(Effect.scoped)
  )

  test(
    "flags a phone registered to another name, but not to a shorter or masked one",
    Effect.gen(function* () {
      const { screen } = yield* begin()
      const other = yield* screen("Grace Nakato", [good], "Peter Otieno Kamau")
      if (other._tag !== "Flagged") return assert.fail(other._tag)
      assert.include(other.reason, "name mismatch")
      for (const same of ["NAKATO GRACE ACHIENG", "GRACE N.", "G*** NAK***", "Nakatto Grace"]) {
        assert.strictEqual((yield* screen("Grace Nakato", [good], same))._tag, "Clear", same)
      }
    }).pipe(Effect.scoped)
  )
})

describe("The evidence of a screening", () => {
  test(
    "has every entry that suffices for a hold once, the best first",
    Effect.gen(function* () {
      const folder = Program.temporaryFolder()
      const [head, ...rest] = (made.files["sdn.csv"] ?? "").split("\r\n")
      const nothing = "-0- ,".repeat(8).slice(0, -1)
      const rows = Array.from(
        { length: Limits.screening.candidatesMax + 2 },
        (_, at) =>
          `${900_000 + at},"ZAWARIQ, Bashar${at === 3 ? "" : " Walid"}","individual","TEST",${nothing}`
      )
      const sdn = [...rows, head, ...rest].join("\r\n")
      const alias = '900003,1,"aka","ZAWARIK, Bashar",-0- \r\n'
      const alt = `${alias}${made.files["alt.csv"]}`
      List.write(folder, { ...made, files: { ...made.files, "sdn.csv": sdn, "alt.csv": alt } })
      const layer = OfacScreening.layer({ dir: folder, oracle: undefined })
      const { evidence } = yield* Effect.flatMap(Screening.Screening, ({ screen }) =>
        screen({
          payout: { name: "Bashar Zawariq" } as Payout,
          senders: [],
          registeredName: undefined
        })
      ).pipe(Effect.provide(layer.pipe(Layer.provide(UndiciHttpClient.layer([])))))
      fs.rmSync(folder, { recursive: true })
      const candidates = evidence?.candidates ?? []
      assert.strictEqual(candidates.length, Limits.screening.candidatesMax)
      assert.deepStrictEqual(candidates[0], {
        ...{ entry: "900003 ZAWARIQ, Bashar", subject: "recipient", score: 1 },
        listed: {
          ...{ number: 900_003, type: "individual", programs: ["TEST"], title: null, remarks: "" },
          aliases: ["ZAWARIK, Bashar"]
        }
      })
      assert.strictEqual(evidence?.entry, candidates[0]?.entry)
      assert.strictEqual(new Set(candidates.map(({ entry }) => entry)).size, candidates.length)
      for (const { score } of candidates) assert.isAtLeast(score, Limits.screening.heldScore)
    })
  )
})

describe("The listed person in the evidence of a screening", () => {
  test(
    "has type, programs, remarks and aliases for a match of a name or an address",
    Effect.gen(function* () {
      const { screen } = yield* begin({ oracles: false })
      const aliased = made.people.find(({ address, aliases }) => address && aliases.length > 1)
      if (aliased === undefined) return assert.fail("no such person is on the list")
      const { address = "", aliases, number } = aliased
      const listed = {
        ...({ number, type: "individual", title: null, aliases } as const),
        ...{ programs: ["SDGT", "TEST"] },
        remarks: List.remarksOf(aliased)
      }
      const named = yield* screen(nameOf(aliased))
      const candidates = named.evidence?.candidates ?? []
      const found = candidates.find((each) => each.listed?.number === number)
      assert.deepStrictEqual(found?.listed, listed)
      const sent = yield* screen("Grace Nakato", [address])
      assert.deepStrictEqual(sent.evidence?.candidates, [
        {
          entry: `${number} ${aliased.family}, ${aliased.given.join(" ")}`,
          ...{ subject: `sender ${address}`, score: 1, listed }
        }
      ])
    }).pipe(Effect.scoped)
  )

  it("has remarks up to a limit, which end after a whole fact", () => {
    const { listedCharsMax: most } = Limits.screening
    const { aliases, remarks } = SanctionsList.listedOf({
      ...{ number: 1, name: "NOBODY", type: "individual", programs: "", title: null },
      aliases: ["A".repeat(most - 1), "B", "C"],
      remarks: [`DOB 01 Jan 1950; ${"x".repeat(most - 30)}; DOB 02 Feb 1951; POB Nowhere`]
    })
    assert.isAtMost(remarks.length, most)
    assert.isTrue(remarks.startsWith("DOB 01 Jan 1950; xx"))
    assert.isTrue(remarks.endsWith("x; …"), remarks.slice(-20))
    assert.deepStrictEqual(aliases, ["A".repeat(most - 1), "B"])
    const whole = `DOB 1950; ${"y".repeat(most - 10)}`
    const entry = { number: 1, name: "NOBODY", type: "individual", programs: "" } as const
    const kept = SanctionsList.listedOf({ ...entry, title: null, aliases: [], remarks: [whole] })
    assert.strictEqual(kept.remarks, whole)
  })

  it("has dates and places of birth and nationalities, with alternative ones", () => {
    const remarks =
      "DOB 01 Jan 1950; alt. DOB 1952 to 1954; POB Kampala, Uganda; nationality Uganda; " +
      "citizen Kenya; alt. citizen Uganda; Gender Male; Passport DOB1234 (Uganda); DOB circa 1951."
    assert.deepStrictEqual(ListedFacts.of(remarks), {
      ...{ born: ["01 Jan 1950", "1952 to 1954", "circa 1951"], birthplaces: ["Kampala, Uganda"] },
      nationalities: ["Uganda", "Kenya"]
    })
    assert.deepStrictEqual(ListedFacts.of(""), { born: [], birthplaces: [], nationalities: [] })
  })
})

describe("A screening that is not possible", () => {
  test(
    "is inconclusive if the oracle is silent, is not a contract or responds with nonsense",
    Effect.gen(function* () {
      const { screen, screening, state } = yield* begin()
      for (const mode of ["fails", "has no contract", "talks nonsense"] as const) {
        state.mode = mode
        assert.strictEqual((yield* screen("Grace Nakato"))._tag, "Inconclusive", mode)
        assert.strictEqual(
          (yield* screening.address(good, "refund address"))._tag,
          "Inconclusive",
          mode
        )
      }
      // A match on the list is reported even without the oracle.
      assert.strictEqual((yield* screen(nameOf(listed)))._tag, "Flagged")
    }).pipe(Effect.scoped)
  )

  test(
    "is inconclusive without a list, or for a name without Latin letters",
    Effect.gen(function* () {
      const none = yield* begin({ withList: false })
      const verdict = yield* none.screen("Grace Nakato")
      assert.strictEqual(verdict._tag, "Inconclusive")
      assert.strictEqual(verdict.evidence?.lists, "")
      const { screen } = yield* begin({ oracles: false })
      assert.strictEqual((yield* screen("محمد علي"))._tag, "Inconclusive")
      assert.strictEqual((yield* screen("Grace Nakato"))._tag, "Clear")
    }).pipe(Effect.scoped)
  )

  test(
    "is inconclusive if the list is too old",
    Effect.gen(function* () {
      const dir = Program.temporaryFolder()
      List.write(dir, made)
      const old = Date.now() / 1000 - Limits.screening.ageMsMax / 1000 - 60
      fs.utimesSync(path.join(dir, "alt.csv"), old, old)
      const layer = OfacScreening.layer({ dir, oracle: undefined })
      const verdict = yield* Effect.flatMap(Screening.Screening, ({ address }) =>
        address(good, "refund address")
      ).pipe(Effect.provide(layer.pipe(Layer.provide(UndiciHttpClient.layer([])))))
      assert.strictEqual(verdict._tag, "Inconclusive")
      assert.include(verdict.evidence?.reason ?? "", "too old")
      fs.rmSync(dir, { recursive: true })
    })
  )
})

describe("Two names", () => {
  it("match if one contains the other, in any order and spelling", () => {
    const same: ReadonlyArray<readonly [string, string]> = [
      ["Mohamed Hassan Ali", "ALI MUHAMMAD"],
      ["Wanjiru Ng'ang'a", "NGANGA W"],
      ["Mr. José Kofi Mensah", "jose mensah"],
      ["Chukwuemeka Okafor", "OKAFOR EMEKA CHUKWUEMEKA"],
      ["Al Alrashidi", "AL RASHIDI"]
    ]
    for (const [left, right] of same)
      assert.isAtLeast(NameSimilarity.similarity(left, right), 0.6, left)
    const others: ReadonlyArray<readonly [string, string]> = [
      ["Grace Nakato", "Peter Kamau"],
      ["Mary Wanjiku", "John Mwangi"],
      ["Sarah Okello", "Samuel Opio"]
    ]
    for (const [left, right] of others)
      assert.isBelow(NameSimilarity.similarity(left, right), 0.6, left)
  })
})

describe("The score of a name in a screening", () => {
  it("holds a payout from heldScore, with a high priority from urgentScore", () => {
    const { heldScore, urgentScore } = Limits.screening
    const around = [heldScore, urgentScore].flatMap((bar) => [bar - Number.EPSILON, bar])
    const priorities = around.map(OfacScreening.priorityOf)
    assert.deepStrictEqual(priorities, [undefined, "usual", "usual", "high"])
  })
})
