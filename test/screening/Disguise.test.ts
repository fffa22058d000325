/** Names in a disguise that is meant to avoid a match. None of them may be cleared. */
import * as fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import * as UndiciHttpClient from "../../src/outbound/UndiciHttpClient.ts"
import * as OfacScreening from "../../src/screening/OfacScreening.ts"
import { silent } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as List from "./fixtures/list.ts"
import * as Ordinary from "./fixtures/ordinary.ts"

const made = List.make(7, 420)
const wanted = { ...made.people[0], given: ["Vladimir"], family: "KREMLEVSKY" } as List.Person
const row = `999999,"KREMLEVSKY, Vladimir","individual","TEST",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n`
const files = { ...made.files, "sdn.csv": `${row}${made.files["sdn.csv"]}` }

/** Screens names against the list. */
const begin = Effect.gen(function* () {
  const dir = yield* Effect.acquireRelease(
    Effect.sync(() => Program.temporaryFolder()),
    (folder) => Effect.sync(() => fs.rmSync(folder, { recursive: true }))
  )
  List.write(dir, { ...made, files })
  const layer = OfacScreening.layer({ dir, oracle: undefined })
  const context = yield* Layer.build(layer.pipe(Layer.provide(UndiciHttpClient.layer([]))))
  const { screen } = yield* Screening.Screening.pipe(Effect.provideContext(context))
  return (name: string | null, registeredName?: string) =>
    Effect.map(
      screen({ payout: { name } as Payout, senders: [], registeredName }),
      ({ _tag }) => _tag
    )
})

const test = (name: string, body: Effect.Effect<void, unknown, never>) =>
  it.live(name, () => body.pipe(Effect.provide(silent)))

const lookAlikes: Readonly<Record<string, string>> = {
  ...{ a: "а", e: "е", o: "о", p: "р", c: "с", y: "у", x: "х", i: "і", s: "ѕ", n: "п", u: "ս" },
  ...{ k: "κ", t: "τ", r: "г", m: "м", d: "ԁ", v: "ν", l: "ǀ", b: "ь", h: "һ" }
}

const shifted = (letter: string, by: number): string =>
  String.fromCodePoint((letter.codePointAt(0) ?? 0) + by)

const isLetter = (letter: string): boolean => /[a-z]/i.test(letter)

/** Disguises of one letter. */
const tricks: ReadonlyArray<(letter: string) => string> = [
  (letter) => letter,
  ...["\u200b", "\u200d", "\u00ad", "\ufeff", "\u2066"].map(
    (none) => (letter: string) => letter + none
  ),
  ...["\u0301", "\u0335", "\u20dd", "\ufe0f"].map((mark) => (letter: string) => letter + mark),
  ...[".", "-", "'", "·", "_", "!", "7", "🙂"].map((mark) => (letter: string) => letter + mark),
  (letter) => (isLetter(letter) ? shifted(letter, 0xfee0) : letter),
  (letter) => (/[a-z]/.test(letter) ? shifted(letter, 0x1d41a - 0x61) : letter),
  (letter) => lookAlikes[letter.toLowerCase()] ?? letter,
  (letter) => ({ o: "0", i: "1", l: "1", e: "3", a: "@", s: "$" })[letter.toLowerCase()] ?? letter
]

const fillers = ["Juma", "Otieno", "the", "Mr", "Ltd", "of", "Al", "12", "J.", "Ngozi", "-", "Bin"]

/** One trick per name, so that another trick does not cause the hold. */
const disguised = fc
  .tuple(fc.constantFrom(...made.people, wanted), fc.boolean(), fc.constantFrom(...tricks))
  .chain(([{ family, given }, isFamilyFirst, trick]) => {
    const words = isFamilyFirst ? [family, ...given] : [...given, family]
    const filler = fc.array(fc.constantFrom(...fillers), { maxLength: 5 })
    const written = words.map((word) =>
      fc
        .infiniteStream(fc.boolean())
        .map((stream) =>
          [...word].map((each) => (stream.next().value ? trick(each) : each)).join("")
        )
    )
    return fc
      .tuple(...written.flatMap((word) => [filler.map((all) => all.join(" ")), word]), filler)
      .map((parts) => parts.flat().join(" "))
  })

describe("A listed name in disguise", () => {
  test(
    "is never cleared, with any characters in it or around it",
    Effect.gen(function* () {
      const screen = yield* begin
      const isHeld = async (name: string) => (await Effect.runPromise(screen(name))) !== "Clear"
      const runs = Number(process.env.SCREENING_DISGUISES ?? 400)
      yield* Effect.promise(() => fc.assert(fc.asyncProperty(disguised, isHeld), { numRuns: runs }))
    }).pipe(Effect.scoped)
  )

  test(
    "is flagged while it is readable, and otherwise inconclusive",
    Effect.gen(function* () {
      const screen = yield* begin
      const twelve = "Juma Otieno Okello Kato Mensah Eze Bello Obi Mushi Kimaro Temba Laizer"
      const verdicts: ReadonlyArray<readonly [string, string]> = [
        ["Вladimir Кremlevsky", "Flagged"],
        ["Vladimir Juma Otieno Okello Kremlevsky", "Flagged"],
        ["Vla\u200bdimir Krem\u00adlevsky", "Flagged"],
        ["Ｖｌａｄｉｍｉｒ Ｋｒｅｍｌｅｖｓｋｙ aa", "Flagged"],
        ["Vla.dimir Kr.emlevsky", "Flagged"],
        ["V l a d i m i r K r e m l e v s k y", "Flagged"],
        ["Vlad imir Krem levsky Juma", "Flagged"],
        ["V*l*a*d*i*m*i*r K*remlevsky", "Flagged"],
        ["V*** K*********", "Inconclusive"],
        ["Владимир Кремлевский 12", "Inconclusive"],
        ["Grace Кремлевский", "Inconclusive"],
        ["Vl4d1m1r Kr3ml3vsky", "Inconclusive"],
        ["Vl@dimir Kr€ml€vsky", "Inconclusive"],
        [`${twelve} Vlad`, "Inconclusive"],
        [`${"a".repeat(200)} Vlad`, "Inconclusive"],
        ...["12", "1 2 3", "Сара", ".", "\u200b", "A B", ""].map(
          (name) => [name, "Inconclusive"] as const
        )
      ]
      for (const [name, verdict] of verdicts) assert.strictEqual(yield* screen(name), verdict, name)
    }).pipe(Effect.scoped)
  )
})

describe("An ordinary name in a screening", () => {
  test(
    "is cleared with accents, apostrophes, hyphens, dots, initials and digits next to it",
    Effect.gen(function* () {
      const screen = yield* begin
      const names = [
        ...["José Núñez", "Wanjirũ Ng'ang'a", "Ng´ang´a N’Golo", "Ama Serwaa-Bonsu", "J.K. Okello"],
        ...["John Okello 2", "OKELLO, John", "Kofi Agyɛman", "Ọlúwaṣeun Adébáyọ̀", "St. John Kato"],
        ...["Søren Łukasz Weiß", "Nguyễn Thị Hòa", "Ɗanjuma Ƙabir", "Grace (Mama Kato) Nakato"],
        ...[
          "Kato & Sons Ltd",
          "Mary “Mimi” Atim",
          "Grace\u00a0Nakato",
          "Peter Mwangi Jr.",
          "A. Mensah"
        ],
        ...Ordinary.make(9, 200)
      ]
      for (const name of names) assert.strictEqual(yield* screen(name), "Clear", name)
      assert.strictEqual(yield* screen("Grace Nakato", "G*** NAK***"), "Clear")
      assert.strictEqual(yield* screen(null, "GRACE NAKATO"), "Clear")
    }).pipe(Effect.scoped)
  )

  test(
    "is required, so a missing or masked name is not cleared",
    Effect.gen(function* () {
      const screen = yield* begin
      assert.strictEqual(yield* screen(null), "Inconclusive")
      assert.strictEqual(yield* screen(null, "G*** NAK***"), "Inconclusive")
      assert.strictEqual(yield* screen(null, "Vladimir Kremlevsky"), "Flagged")
    }).pipe(Effect.scoped)
  )
})
