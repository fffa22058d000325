/** Compliance screening: clear, flagged, no answer, slow; and a case system that decides. */
import { Effect } from "effect"
import type * as Screening from "../../src/engine/Screening.ts"
import type { Host, Setting } from "./Setting.ts"

interface Case {
  readonly decided: "approve" | "reject" | "never"
  readonly at: number
}

/** Each payout's screening may answer differently after a restart: lists change. */
export const make = (setting: Setting): ((host: Host) => Screening.Screening["Service"]) => {
  const { audit, faults, machine } = setting
  const cases = new Map<string, Case>()
  const random = setting.random.stream("screening")

  const verdict = (): Screening.Verdict => {
    if (faults.strikes("screening: flagged", 0.08)) return { _tag: "Flagged", reason: "a list" }
    if (faults.strikes("screening: inconclusive", 0.05)) {
      return { _tag: "Inconclusive", reason: "no answer" }
    }
    return { _tag: "Clear" }
  }

  /** A case is decided once, whoever asks how often. */
  const caseOf = (id: string): Case => {
    const known = cases.get(id)
    if (known !== undefined) return known
    const decided = random.weighted({ approve: 3, reject: 2, never: 5 })
    const opened = { decided, at: machine.now() + random.int(100, 900_000) }
    cases.set(id, opened)
    return opened
  }

  return ({ realm }) => ({
    screen: ({ payout }) =>
      realm.wait((resume) => {
        const isSlow = faults.strikes("screening: slow", 0.05)
        const isBroken = faults.strikes("defect: screening adapter", 0.01)
        realm.after(isSlow ? random.int(5_000, 60_000) : random.int(1, 300), () => {
          if (isBroken) return resume(Effect.die(new Error("injected: screening is broken")))
          const found = verdict()
          if (found._tag === "Clear") audit.cleared(payout.id)
          resume(Effect.succeed(found))
        })
      }),
    address: () => Effect.succeed({ _tag: "Clear" }),
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
