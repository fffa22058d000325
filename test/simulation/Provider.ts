/**
 * The mobile-money provider: its own computer, which works on while our process is dead. It keeps
 * the promise of the port, at most one transfer per reference, and nothing beyond it: requests and
 * answers get lost, come late, contradict earlier ones where nothing definite was said, and a
 * request of a dead process may still arrive.
 */
import { Effect } from "effect"
import type { FailureReason, Payout, Transfer } from "../../src/domain/payout/Payout.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import { quietProvider } from "../support/quiet.ts"
import type { Host } from "./Host.ts"
import { crash, type Setting } from "./Setting.ts"

/** How long an adapter waits for an answer, milliseconds. */
const timeoutMs = 30_000

interface Instruction {
  readonly payout: Payout
  state: "working" | "paid" | "refused"
  retryable: boolean
  answered: boolean
}

const reasons: ReadonlyArray<FailureReason> = [
  ...(["recipient_limit", "network_unavailable", "provider_rejected"] as const)
]

export interface World {
  readonly port: (host: Host) => Provider.Provider["Service"]
  /** What the provider's staff does when our operator rings: paid, or never to be paid. */
  readonly voidReference: (payout: Payout, reference: string) => "paid" | "refused"
}

/** What becomes of instructions, whoever asks. */
const makeBooks = (setting: Setting) => {
  const { audit, breach, faults, machine } = setting
  const random = setting.random.stream("provider")
  const known = new Map<string, Instruction>()
  /** Payouts that never succeed, whatever the reference; drawn at their first one. */
  const doomed = new Map<string, boolean>()

  const isDoomed = ({ id }: Payout): boolean => {
    const drawn = doomed.get(id) ?? faults.strikes("provider: refuses each time", 0.1)
    doomed.set(id, drawn)
    return drawn
  }

  const pay = (reference: string, instruction: Instruction): void => {
    if (instruction.state !== "working") return
    instruction.state = "paid"
    audit.paid(reference, instruction.payout)
    if (breach === "provider pays twice for one reference") {
      audit.paid(reference, instruction.payout)
    }
  }

  const refuse = (instruction: Instruction, retryable: boolean): void => {
    if (instruction.state !== "working") return
    instruction.state = "refused"
    instruction.retryable = retryable
  }

  /** An instruction arrives for the first time: its fate is drawn. */
  const take = (reference: string, payout: Payout): Instruction => {
    const instruction: Instruction = { payout, state: "working", retryable: true, answered: false }
    known.set(reference, instruction)
    const later = (ms: number, task: () => void) => void machine.world.after(ms, task)
    if (isDoomed(payout)) refuse(instruction, true)
    else if (faults.strikes("provider: refuses for now", 0.1)) refuse(instruction, true)
    else if (faults.strikes("provider: refuses for good", 0.05)) refuse(instruction, false)
    else if (faults.strikes("provider: refuses later", 0.05)) {
      later(random.int(1_000, 600_000), () => refuse(instruction, random.chance(0.5)))
    } else if (!faults.strikes("provider: never tells", 0.05)) {
      const wait = random.chance(0.3) ? 0 : random.int(500, random.chance(0.2) ? 800_000 : 60_000)
      if (wait === 0) pay(reference, instruction)
      else later(wait, () => pay(reference, instruction))
    }
    return instruction
  }

  const hint = (): number | null => {
    const now = machine.now()
    return random.pick([null, null, null, now - 1_000, now, now + 700, now + 120_000])
  }

  /** What the provider says of an instruction now. */
  const outcome = (reference: string, instruction: Instruction): Provider.Outcome => {
    const vague = { _tag: "Unknown", checkAgainAt: hint(), isPermanent: false } as const
    if (faults.strikes("provider: hopeless", 0.01)) {
      audit.hopeless(reference)
      return { ...vague, isPermanent: true }
    }
    if (faults.strikes("provider: contradicts itself", 0.05)) {
      return instruction.state === "working" ? vague : { _tag: "Accepted", checkAgainAt: hint() }
    }
    switch (instruction.state) {
      case "working":
        return { _tag: "Accepted", checkAgainAt: hint() }
      case "paid":
        if (breach === "provider refuses what it paid") {
          return { _tag: "Refused", reason: "unspecified", retryable: true }
        }
        return { _tag: "Delivered", providerReference: `paid ${reference}` }
      case "refused": {
        const { retryable } = instruction
        return { _tag: "Refused", reason: random.pick(reasons), retryable }
      }
    }
  }

  return { known, take, outcome, hint, refuse }
}

export const make = (setting: Setting): World => {
  const { audit, faults, machine } = setting
  const random = setting.random.stream("provider's network")
  const books = makeBooks(setting)
  const uncheckable = new Set<string>()

  /** A recipient whose check breaks the adapter each time: the row is parked for a person. */
  const isUncheckable = (payoutId: string): boolean => {
    if (faults.strikes("defect: recipient check", 0.02)) uncheckable.add(payoutId)
    return uncheckable.has(payoutId)
  }

  let downUntil = 0

  /** Down for a while, at times for longer than anyone waits: nothing is sent meanwhile. */
  const isDown = (): boolean => {
    if (faults.strikes("provider: down", 0.05)) {
      const hourMs = 3_600_000
      downUntil = machine.now() + random.int(1_000, random.chance(0.1) ? 30 * hourMs : hourMs)
    }
    return machine.now() < downUntil
  }

  const unknown: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: false }

  const ask = (
    host: Host,
    kind: "submit" | "check",
    payout: Payout,
    reference: string,
    answer: (outcome: Provider.Outcome) => void
  ): void => {
    const travel = () =>
      faults.strikes("provider: slow", 0.05) ? random.int(1_000, 29_000) : random.int(1, 200)
    if (kind === "submit" && isDown()) {
      const queued = { _tag: "Queued", checkAgainAt: books.hint() } as const
      audit.provided(reference, queued)
      host.realm.after(travel(), () => answer(queued))
      return
    }
    if (faults.strikes("provider: request lost", 0.04)) {
      host.realm.after(timeoutMs, () => answer(unknown))
      return
    }
    machine.world.after(travel(), () => {
      const earlier = books.known.get(reference)
      if (earlier === undefined && kind === "check") return answer(unknown)
      const instruction = earlier ?? books.take(reference, payout)
      const outcome = books.outcome(reference, instruction)
      if (kind === "submit" && crash(setting, host, "crash: paid, not answered", 0.03)) return
      if (faults.strikes("provider: answer lost", 0.05)) {
        host.realm.after(timeoutMs, () => answer(unknown))
        return
      }
      audit.provided(reference, outcome)
      host.realm.after(travel(), () => answer(outcome))
    })
  }

  const question =
    (host: Host, kind: "submit" | "check") =>
    (payout: Payout, transfer: Transfer): Effect.Effect<Provider.Outcome> =>
      host.realm.wait((resume) => {
        const early = setting.breach === "engine acts before it writes"
        const reference = early ? `${transfer.reference} too early` : transfer.reference
        audit.asked(payout, reference, transfer.provider)
        if (kind === "submit") audit.submits(host)
        if (faults.strikes("defect: provider adapter", 0.01)) {
          return resume(Effect.die(new Error("injected: the provider's adapter is broken")))
        }
        ask(host, kind, payout, reference, (outcome) => resume(Effect.succeed(outcome)))
      })

  return {
    port: (host) => ({
      ...quietProvider,
      choose: (_, refusedBy) => (refusedBy === "one" ? "two" : "one"),
      registeredName: ({ id }) => Effect.succeed(`whoever has the number of ${id}`),
      precheck: ({ batchId, id }) =>
        Effect.suspend(() => {
          if (batchId !== null && isUncheckable(id)) {
            return Effect.die(new Error("injected: this recipient cannot be checked"))
          }
          const isRefused = faults.strikes("provider: recipient refused", 0.02)
          return Effect.succeed(isRefused ? "invalid_recipient" : undefined)
        }),
      submit: question(host, "submit"),
      check: question(host, "check")
    }),
    voidReference: (payout, reference) => {
      const instruction = books.known.get(reference) ?? books.take(reference, payout)
      books.refuse(instruction, false)
      audit.voided(reference)
      return instruction.state === "paid" ? "paid" : "refused"
    }
  }
}
