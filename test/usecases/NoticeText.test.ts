/** Texts of notices about incidents: subject, waiting payouts and link. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import type * as Incident from "../../src/domain/incident/Incident.ts"
import * as NoticeText from "../../src/usecases/NoticeText.ts"

const incident = (title: string, more: Partial<Incident.Incident> = {}): Incident.Incident => ({
  ...{ id: title, kind: "provider", severity: "critical", subject: {}, since: 0, title },
  ...{ selection: { groups: [], isLateOnly: false }, customers: [], nextTryAt: null },
  ...{ waitingCount: 0, waitingAmount: 0, cause: "Cause.", remedy: "Remedy.", runbook: "heading" },
  ...more
})

const textOf = (
  opened: ReadonlyArray<Incident.Incident>,
  over: ReadonlyArray<Incident.Incident>,
  healthPage?: string
) => {
  const closed = over.map((each) => ({ incident: each, at: 1_000 }))
  const facts = { id: "id", at: 1_000, runbook: "README.md", chosenBy: [], healthPage }
  return NoticeText.of({ opened, closed }, facts)
}

const down = incident("pawaPay is down")
const noNode = incident("No Ethereum node responds")

describe("The subject of a notice", () => {
  it("lists opened incidents, and then closed ones as closed", () => {
    const subjects = [
      textOf([down], []),
      textOf([down, noNode], []),
      textOf([], [down]),
      textOf([noNode], [down]),
      textOf([], [down, noNode])
    ].map(({ subject }) => subject)
    assert.deepStrictEqual(subjects, [
      "[payouts] pawaPay is down",
      "[payouts] pawaPay is down; No Ethereum node responds",
      "[payouts] Over: pawaPay is down",
      "[payouts] No Ethereum node responds. Over: pawaPay is down",
      "[payouts] Over: pawaPay is down; No Ethereum node responds"
    ])
  })

  it("names two opened and two closed incidents, and counts the others", () => {
    const many = ["A", "B", "C", "D"].map((title) => incident(title))
    const { subject } = textOf(many, many.slice(0, 3))
    assert.strictEqual(subject, "[payouts] A; B (and 2 more). Over: A; B (and 1 more)")
  })
})

describe("The text of a notice", () => {
  const waiting = (more: Partial<Incident.Incident>) =>
    textOf([incident("A", more)], []).text.match(/^Waiting: .*$/m)?.[0]

  it("has the number and sum of waiting payouts, with two decimals if they suffice", () => {
    assert.deepStrictEqual(
      [
        waiting({ waitingCount: 1, waitingAmount: 80_000_000 }),
        waiting({ waitingCount: 2, waitingAmount: 1_500_000 }),
        waiting({ waitingCount: 2, waitingAmount: 1_123_450 }),
        waiting({ waitingCount: 1, kind: "endpoint" }),
        waiting({ waitingCount: 2, kind: "endpoint" }),
        waiting({})
      ],
      [
        "Waiting: 1 payout, 80.00 USDC",
        "Waiting: 2 payouts, 1.50 USDC",
        "Waiting: 2 payouts, 1.12345 USDC",
        "Waiting: 1 delivery",
        "Waiting: 2 deliveries",
        undefined
      ]
    )
  })

  it("names customers up to the limit for programs", () => {
    const { customersMax } = Limits.incidents
    const customers = Array.from({ length: customersMax + 1 }, (_, index) => ({
      ...{ accountId: `acct_${index}`, name: "Acme", count: 1, amount: 1 }
    }))
    const { body } = textOf([incident("A", { customers })], [])
    const [opened] = JSON.parse(body).opened
    assert.lengthOf(opened.customers, customersMax)
    assert.strictEqual(opened.customers[0].account_id, "acct_0")
  })

  it("ends with a link to the dashboard if its address is known", () => {
    const page = "https://payouts.example.com/dashboard/operations/health"
    assert.isTrue(textOf([down], [], page).text.endsWith(`\n\nAll incidents: ${page}\n`))
    assert.notInclude(textOf([down], []).text, "All incidents")
  })
})
