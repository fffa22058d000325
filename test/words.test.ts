/** The words that people read: no riddles, no word-for-word translations, one style. */
import { assert, describe, it } from "vitest"
import * as Prose from "./support/Prose.ts"

const rules: ReadonlyArray<readonly [fault: string, pattern: RegExp]> = [
  ["a riddle", /^is wrong$|not said yet|later too|\bsay so\b|where they are now/i],
  ["a translation", /\banew\b|draw new codes|shall go|the same moments|of that moment/i],
  ["a translation", /someone new|only looks|do not belong together|give it too|looked at$/i],
  ["a translation", /load anew|make a reset link|all the same\.$|fail only$/i],
  ["a personified thing", /has something against|the audit log keeps|broke a rule|\basks\.$/i],
  [
    "private vocabulary",
    /your word is|release is recorded|are under way|\bgoes on\b|\bworks on for\b/i
  ],
  ["the bare subject “they”", /^they are\b/i],
  ["a plural of one", /(^|\D)1 (rows|payouts|fields|events|deliveries)\b/],
  ["a space before %", /\d %|\{\} %/],
  ["a vague refusal", /that is .* does not allow this[.:]/]
]

const faultOf = ({ text }: Pick<Prose.Text, "text">): string | undefined =>
  rules.find(([, pattern]) => pattern.test(text))?.[0]

const endings = new Set(["title", "label", "head", "caption", "emptyTitle"])

const faultsOf = (texts: ReadonlyArray<Prose.Text>): ReadonlyArray<string> =>
  texts.flatMap((each) => {
    const isPeriod =
      /\w\.$/.test(each.text) && each.property !== undefined && endings.has(each.property)
    const fault = isPeriod ? "a period at the end of a label" : faultOf(each)
    return fault === undefined ? [] : [`${each.file}:${each.line}: ${fault}: ${each.text}`]
  })

describe("the words of", () => {
  for (const folder of ["src/dashboard", "src/cli", "src/http", "src/domain", "src/usecases"]) {
    it(`${folder} have none of the known faults`, () => {
      const texts = Prose.textsIn(folder)
      assert.isAbove(texts.length, 50)
      assert.deepStrictEqual(faultsOf(texts), [])
    })
  }
})

/** Folders where texts that people read are in the files of words alone. */
const withoutWords = [
  ["src/dashboard", "src/dashboard/words"],
  ["src/cli", "src/cli/Words.ts and OperatorWords.ts"]
] as const

/**
 * What is not covered there: the words, and in the dashboard formats of figures and times, what
 * browsers say, a command and a file to copy, names that the sandbox acts on, and what builds the
 * pages.
 */
const uncovered = [
  /^src\/dashboard\/words\//,
  /^src\/cli\/(Operator)?Words\.ts$/,
  /^src\/dashboard\/(data\/(Format|Recovery|Curl|CsvFile|SheetText|TestRecipients)|build|vite\.config)\.ts$/
]

/**
 * Selectors, classes and sizes, and keys of the browser's storage; of commands, tags of errors,
 * names of spans, and a key of JSON.
 */
const unread = new Set([
  ...["form .input", "form input", ".secret button", ".dialog-foot button", "a, button"],
  ...["button button-{}{}", " button-small", "min(100%, {}ch + 3.5rem)"],
  ...["filters {}", "payout-views {}"],
  ...["CommandFailed", "ServiceAway", "Follow.payout", "Listen.follow", "Trigger.play"],
  '"Crypto"'
])

/** Properties whose values people read, even a single word in small letters. */
const readable = new Set([
  ...["children", "title", "label", "head", "caption", "hint", "about", "note"],
  ...["aria-label", "emptyTitle", "done"]
])

const technical = new Set(["className", "import", "Error"])

/**
 * Whether people read a text: it has a space, or a word with a capital, or its place is one for
 * words. Codes, ids, routes, and acronyms alone are none.
 */
const isRead = ({ property = "", text }: Pick<Prose.Text, "property" | "text">): boolean => {
  const words = text.replaceAll(/\{\}|<>/g, " _ ")
  if (unread.has(text) || technical.has(property) || !/\p{L}{2}/u.test(words)) return false
  // A media query.
  if (text.startsWith("(prefers-")) return false
  if (readable.has(property)) return /\p{Ll}/u.test(words)
  return /\s/.test(text) || /(^|[^\p{L}])\p{Lu}\p{Ll}/u.test(words)
}

describe("the words of the dashboard and of the command line", () => {
  for (const [folder, place] of withoutWords) {
    it(`stand in ${place}, and nowhere else in ${folder}`, () => {
      const texts = Prose.textsIn(folder).filter(
        ({ file }) => !uncovered.some((pattern) => pattern.test(file))
      )
      assert.isAbove(texts.length, 50)
      const read = texts.filter(isRead).map(({ file, line, text }) => `${file}:${line}: ${text}`)
      assert.deepStrictEqual(read, [])
    })
  }
})

describe("a text that people read", () => {
  const readIn = (source: string) =>
    Prose.textsOf("a.tsx", source)
      .filter(isRead)
      .map(({ text }) => text)

  it("is found between tags, in attributes, in properties and in templates", () => {
    const sources = [
      "const a = <p>Some words</p>",
      "const a = <p>left</p>",
      "const a = <p>{count} rows</p>",
      `const a = <p>{"It is saved."}</p>`,
      `const a = <Field label="Some words" />`,
      `const a = <Code label="quote id" />`,
      `const a = <Code label={isKey ? "key" : id} />`,
      `const a = <Form label={\`Send \${count} events\`} />`,
      `const a = { head: "Status" }`,
      `const a = [["Status", status]]`,
      `toast.say("It is saved.")`,
      `const a = Command.withDescription("List the newest payouts")`,
      `const a = failed(\`Set \${variable} to a key.\`)`,
      `const a = { list: "Print JSON" }`,
      `const a = \`\${paid} of \${all}\``,
      `const a = \`\${value} ms\``
    ]
    const unseen = sources.filter((source) => readIn(source).length === 0)
    assert.deepStrictEqual(unseen, [])
  })

  it("is no class, route, key, code, module or message of a defect", () => {
    const sources = [
      `const a = <p className={isDone ? "step step-done" : "step"} />`,
      `const a = <Link href={\`/payouts/\${id}?status=SETTLED\`} />`,
      `const a = <Money currency="USDC" />`,
      "const a = <span>USDC</span>",
      "const a = <p>{name}: {value}</p>",
      `const a = <input name="recipient_phone" autoComplete="one-time-code" />`,
      `const a = useQuery(["any-settled", id])`,
      `const a = status === "Some words" ? "good" : "bad"`,
      `const a = lazy(() => import("./Charts.tsx"))`,
      `const a = Flag.String("forward-to")`,
      `const a = Config.String("PAYOUT_URL")`,
      `throw new Error("no user is signed in")`,
      `const a = <path d={\`M\${x} \${y}C\${x} \${middle}\`} />`
    ]
    assert.deepStrictEqual(sources.flatMap(readIn), [])
  })
})

describe("the rules for words", () => {
  it("find each fault in the old wording", () => {
    const old = [
      "is wrong",
      "Goes to: Not said yet",
      "It can be said later too.",
      "Load anew",
      "Draw new codes",
      "Say where the money shall go: it waits until then.",
      "Viewer: only looks",
      "Your word is recorded.",
      "The batch goes on.",
      "They are removed.",
      "1 rows were not paid",
      "95 % within 3 s",
      "Screening has something against who sent the money, or gets it.",
      "A batch that is processing, or funded, does not allow this."
    ]
    const unseen = old.filter((text) => faultOf({ text }) === undefined)
    assert.deepStrictEqual(unseen, [])
  })

  it("find a period at the end of a label, and nothing in a sentence", () => {
    const found = Prose.textsOf("a.tsx", `const a = <Form label="Save." hint="It is saved." />`)
    assert.deepStrictEqual(faultsOf(found), ["a.tsx:1: a period at the end of a label: Save."])
  })
})
