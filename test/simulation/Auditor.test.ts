/** An auditor that never complains proves nothing, so it must complain about broken worlds. */
import { describe, expect, it } from "vitest"
import type { Breach } from "./Setting.ts"
import { breaches } from "./Setting.ts"
import * as Simulation from "./Simulation.ts"

/** The auditor's complaint about each broken world. */
const complaints: Readonly<Record<Breach, RegExp>> = {
  "provider pays twice for one reference": /L8: a reference is paid once/,
  "provider refuses what it paid": /L8: .*(paid|recipient has the money)/,
  "log loses an acknowledged entry": /L3|not in the log/,
  "log applies an entry twice": /L2|defect/i,
  "log answers before it writes": /L1: acknowledged, and not in the log/,
  "log changes an amount": /L3: the hash/,
  "log lets a second writer in": /L3/,
  "receiver gets events out of order": /L11: first attempts are out of order/,
  "receiver never gets an event": /L11: .* no receiver has it/,
  "chain finalizes what never arrived": /never on the chain/,
  "chain moves on before it reports": /W2: a cursor passes a deposit/,
  "read model loses a row": /L2|PayoutNotFound|which does not exist/,
  "engine forgets answers": /key .* acted twice|other bytes|an answered request|L2/,
  "engine acts before it writes": /L6/,
  "engine accepts a batch without a row": /without all its rows/,
  "engine funds a row twice": /B2: a row is allocated its share once/,
  "engine funds a batch that nobody paid for": /B3: a batch is funded with less/,
  "read model counts a row less": /B1: .* shows completed/,
  "chain proves what was never sent":
    /refund is confirmed(, and nothing went back| before it is final)/,
  "one person releases a hold of two": /Paid out of a hold that too few released/,
  "engine forgets the escrow": /B2: the balance \S+ is below zero/,
  "engine credits a deposit twice": /B1: a deposit is credited once/,
  "engine credits a deposit before it is final": /B1: a deposit is credited once, and final/,
  "engine returns a withdrawal twice": /A (cancelled|rejected) withdrawal became/,
  "engine returns a payout's funds twice": /L9: what returns is not what is held/,
  "engine leaves dust out of its sender's deposit": /B1: dust is credited/,
  "engine keeps the funds of a payout that failed": /L9: (FAILED|REVERSED) holds/,
  "engine sends a withdrawal that nobody approved": /A withdrawal is decided by nobody/,
  "engine forgets what a balance paid":
    /L2: .* differs from its replay|B1: .* shows allocated 0|which does not exist/,
  "engine dates an entry in a closed month": /P2: closed \S+ is changed/,
  "engine accepts a booking into a closed month": /B4: a booking is accepted into a closed month/,
  "engine closes a month with wrong totals": /P2: the totals of/,
  "engine closes a month before it has ended": /P1: a month is closed before it has settled/,
  "one person closes a month of two": /P1: a month is closed by too few/,
  "read model adds a posting twice": /P2: the totals of|L2: the read model's books/
}

const seedsMax = 40

/** The first complaint in several runs of a broken world. */
const complaint = (breach: Breach, partitions: number): string | undefined => {
  for (let seed = 1; seed <= seedsMax; seed++) {
    const { violation } = Simulation.run({ seed, breach, partitions })
    if (violation !== undefined) return violation
  }
  return undefined
}

/** A run of one partition follows no blocks: no cursor moves, and balances see no early deposit. */
const ofBlocks: ReadonlyArray<Breach> = [
  "chain moves on before it reports",
  "engine credits a deposit before it is final"
]
const ofOne = breaches.filter((breach) => !ofBlocks.includes(breach))

describe("the auditor reports that the", { timeout: 180_000 }, () => {
  it.each(ofOne)("%s", (breach) => {
    expect(complaint(breach, 1)).toMatch(complaints[breach])
  })

  it.each(breaches)("%s, with several partitions", (breach) => {
    expect(complaint(breach, 2)).toMatch(complaints[breach])
  })
})
