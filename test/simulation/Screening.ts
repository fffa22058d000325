/** Compliance screening that is clear, flagged, silent or slow, and a system that decides cases. */
import { Effect } from "effect"
import type { Evidence } from "../../src/domain/ScreeningEvidence.ts"
import type * as Screening from "../../src/engine/ports/Screening.ts"
import type { Host } from "./Host.ts"
import type { Setting } from "./Setting.ts"

type Named = {
  readonly senders: ReadonlyArray<string>
  readonly registeredName: string | undefined
}

interface Case {
  readonly decided: "approve" | "reject" | "never"
  readonly at: number
}

/** A payout's result may differ after a restart, since lists change. */
export const make = (setting: Setting): ((host: Host) => Screening.Screening["Service"]) => {
  const { audit, faults, machine } = setting
  const cases = new Map<string, Case>()
  const random = setting.random.stream("screening")

  const found = setting.random.stream("evidence")

  const evidence = (
    verdict: Evidence["verdict"],
    reason: string | null,
    { registeredName, senders }: Named
  ): Evidence => ({
    ...{ verdict, lists: "2026-01-05", score: found.int(0, 100) / 100, entry: null },
    ...{ subject: senders[0] ?? null, candidates: [] },
    ...{ registeredName: registeredName ?? null, reason }
  })

  const verdict = (subject: Screening.Subject): Screening.Verdict => {
    const named = { senders: subject.senders, registeredName: subject.registeredName }
    if (faults.strikes("screening: flagged", 0.12)) {
      const reason = "a list"
      return { _tag: "Flagged", reason, evidence: evidence("flagged", reason, named) }
    }
    if (faults.strikes("screening: inconclusive", 0.05)) {
      const reason = "no answer"
      return { _tag: "Inconclusive", reason, evidence: evidence("inconclusive", reason, named) }
    }
    return { _tag: "Clear", evidence: evidence("clear", null, named) }
  }

  /** The result about a sender to a balance. Addresses for refunds are always clear. */
  const sender = (address: string): Screening.Verdict => {
    if (!address.startsWith("sender to bal_")) return { _tag: "Clear" }
    const isFlagged = faults.strikes("screening: flagged sender", 0.2)
    audit.judged(address, isFlagged ? "flagged" : "clear")
    if (!isFlagged) return { _tag: "Clear" }
    const named = { senders: [address], registeredName: undefined }
    return { _tag: "Flagged", reason: "a list", evidence: evidence("flagged", "a list", named) }
  }

  /** The case of a payout, which is decided once. */
  const caseOf = (id: string): Case => {
    const known = cases.get(id)
    if (known !== undefined) return known
    const decided = random.weighted({ approve: 3, reject: 2, never: 5 })
    const opened = { decided, at: machine.now() + random.int(100, 900_000) }
    cases.set(id, opened)
    return opened
  }

  return ({ realm }) => ({
    screen: (subject) =>
      realm.wait((resume) => {
        const { payout, senders } = subject
        audit.screens(payout, senders)
        const isSlow = faults.strikes("screening: slow", 0.05)
        const isBroken = faults.strikes("defect: screening adapter", 0.03)
        realm.after(isSlow ? random.int(5_000, 60_000) : random.int(1, 300), () => {
          if (isBroken) return resume(Effect.die(new Error("injected: screening is broken")))
          const answer = verdict(subject)
          if (answer.evidence !== undefined) audit.screened(payout.id, answer.evidence)
          if (answer._tag === "Clear") audit.cleared(payout.id)
          resume(Effect.succeed(answer))
        })
      }),
    address: (address) => Effect.sync(() => sender(address)),
    decision: ({ id }) =>
      realm.wait((resume) => {
        const { at, decided } = caseOf(id)
        if (decided === "never") return
        realm.after(at - machine.now(), () => {
          audit.decided(id, decided)
          resume(Effect.succeed(decided))
        })
      })
  })
}
