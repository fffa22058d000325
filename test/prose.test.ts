/** The style sheet's rules that a machine can check: banned words, long sentences, colons. */
import { assert, describe, it } from "vitest"
import * as Sentences from "./support/Sentences.ts"

/** Words and idioms of another language, each with a text that the rule must find. */
const banned: ReadonlyArray<readonly [pattern: RegExp, example: string]> = [
  [/\bmeanwhile\b/i, "others wait meanwhile"],
  [/\bby (itself|themselves|himself|herself)\b/i, "it ends by itself"],
  [/\bof (its|their|your|our|his|her|one's) own\b/i, "a process of its own"],
  [/\b(leads?|leading|led) (\w+ )?to\b/i, "the link leads to a page"],
  [/\b(goes|going) by\b/i, "the list goes by time"],
  [/\b(stands|stood)\b(?! (for|still)\b)/i, "the key stands in the log"],
  [/\bbeside\b/i, "1,200 beside 900"],
  [/\bpersons\b/i, "two persons approve"],
  [/\banother(?! \d)[^.,;:]{0,40} than\b/i, "another key than the first"],
  [/\bin turns?\b/i, "they run in turn"],
  [/\blook(s|ed)? at\b/i, "an operator looks at it"],
  [/\bsince (an?|\d+) (hour|minute|day|quarter|week)/i, "since an hour"],
  [/\btoo much\b/i, "the rest is too much"],
  [/\bthe way of (a|an|the)\b/i, "the way of a request"],
  [/\ball the same\b/i, "it is paid all the same"],
  [
    /\b(page|log|search|test|table|document|response|metric|header|README|report) (says|knows|tells)\b/i,
    "the log tells the state"
  ],
  [/\b\d[\d,.]*( [a-z]+)? an? (second|minute|hour|day)\b/i, "200 requests a minute"]
]

/** Quotes of banned words: the style sheet, the word list, this test, and text of libraries. */
const quoting = [".github/STYLE.md", "src/design/glossary.md", "test/prose.test.ts"]

/** Files that others write: clients made from the API document, recorded logs. */
const isWritten = (file: string): boolean =>
  !quoting.includes(file) &&
  !/Generated|operations\.py|package-lock|^test\/fixtures\/(logs|formats)\/.*json$/.test(file)

const faultsIn = (passages: ReadonlyArray<Sentences.Passage>): ReadonlyArray<string> =>
  passages.flatMap(({ file, line, text }) =>
    banned
      .filter(([pattern]) => pattern.test(text))
      .map(([pattern]) => `${file}:${line}: ${pattern.exec(text)?.[0]}: ${text.trim()}`)
  )

describe("The prose of the repository", () => {
  it("has no banned word in documents, comments, alerts, titles and strings", () => {
    const passages = Sentences.passages(isWritten)
    assert.isAbove(passages.length, 10_000)
    assert.deepStrictEqual(faultsIn(passages), [])
  })

  it("would be found with each banned word", () => {
    for (const [pattern, example] of banned) assert.match(example, pattern)
    const comment = Sentences.commentsOf("a.ts", "const a = 1 // It ends by itself.")
    assert.lengthOf(faultsIn(comment), 1)
    assert.lengthOf(faultsIn([{ file: "a.md", line: 1, text: "Nothing else is wrong." }]), 0)
  })
})

const documents = Sentences.files.filter(
  (file) => file.endsWith(".md") && !quoting.includes(file) && !file.startsWith("test/fixtures")
)

/** Sentences of the documents, each with its file. */
const sentences = documents.flatMap((file) =>
  Sentences.paragraphsOf(Sentences.read(file)).flatMap((paragraph) =>
    Sentences.sentencesOf(paragraph).map((sentence) => `${file}: ${sentence}`)
  )
)

const wordsMax = 25

/** Bounds of today's documents, which may only become smaller. */
const bounds = { longSentences: 2, innerColons: 2 }

describe("The documents", () => {
  it("have few sentences of more than 25 words", () => {
    const long = sentences.filter((sentence) => Sentences.wordsOf(sentence) > wordsMax + 1)
    assert.isAtMost(long.length, bounds.longSentences, long.join("\n"))
  })

  it("have few colons within a sentence", () => {
    const found = sentences.filter(Sentences.hasInnerColon)
    assert.isAtMost(found.length, bounds.innerColons, found.join("\n"))
  })
})
