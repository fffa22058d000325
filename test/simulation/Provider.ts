/**
 * The mobile-money provider, a separate computer that continues while the process is dead. It keeps
 * only the promise of the port, at most one transfer per reference. Requests and responses may be
 * lost or late, and indefinite responses may contradict each other. A request of a dead process may
 * still arrive.
 */
import { Effect } from "effect"
import type { FailureReason, Payout, Transfer } from "../../src/domain/payout/Payout.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import { quietProvider } from "../support/quiet.ts"
import type { Host } from "./Host.ts"
import { crash, type Setting } from "./Setting.ts"

/** Milliseconds for which an adapter waits for a response. */
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
  /** The provider's staff voids a reference on request, unless it was paid. */
  readonly voidReference: (payout: Payout, reference: string) => "paid" | "refused"
}

const openBooks = (setting: Setting) => {
  const { audit, breach, faults, machine } = setting
  const random = setting.random.stream("provider")
  const known = new Map<string, Instruction>()
  /** Payouts that fail under every reference. Drawn at the first one. */
  const doomed = new Map<string, boolean>()
  return { doomed, faults, audit, breach, known, machine, random }
}

type Books = ReturnType<typeof openBooks>

const isDoomed = (books: Books, { id }: Payout): boolean => {
  const drawn = books.doomed.get(id) ?? books.faults.strikes("provider: refuses each time", 0.1)
  books.doomed.set(id, drawn)
  return drawn
}

const pay = (books: Books, reference: string, instruction: Instruction): void => {
  if (instruction.state !== "working") return
  instruction.state = "paid"
  books.audit.paid(reference, instruction.payout)
  if (books.breach === "provider pays twice for one reference") {
    books.audit.paid(reference, instruction.payout)
  }
}

const refuse = (instruction: Instruction, retryable: boolean): void => {
  if (instruction.state !== "working") return
  instruction.state = "refused"
  instruction.retryable = retryable
}

/** Draws the outcome of an instruction at its first arrival. */
const take = (books: Books, reference: string, payout: Payout): Instruction => {
  const instruction: Instruction = { payout, state: "working", retryable: true, answered: false }
  books.known.set(reference, instruction)
  const later = (ms: number, task: () => void) => void books.machine.world.after(ms, task)
  if (isDoomed(books, payout)) refuse(instruction, true)
  else if (books.faults.strikes("provider: refuses for now", 0.1)) refuse(instruction, true)
  else if (books.faults.strikes("provider: refuses for good", 0.05)) refuse(instruction, false)
  else if (books.faults.strikes("provider: refuses later", 0.05)) {
    later(books.random.int(1_000, 600_000), () => refuse(instruction, books.random.chance(0.5)))
  } else if (!books.faults.strikes("provider: never tells", 0.05)) {
    const wait = books.random.chance(0.3)
      ? 0
      : books.random.int(500, books.random.chance(0.2) ? 800_000 : 60_000)
    if (wait === 0) pay(books, reference, instruction)
    else later(wait, () => pay(books, reference, instruction))
  }
  return instruction
}

const hint = (books: Books): number | null => {
  const now = books.machine.now()
  return books.random.pick([null, null, null, now - 1_000, now, now + 700, now + 120_000])
}

/** The provider's current result for an instruction. */
const outcome = (books: Books, reference: string, instruction: Instruction): Provider.Outcome => {
  const vague = { _tag: "Unknown", checkAgainAt: hint(books), isPermanent: false } as const
  if (books.faults.strikes("provider: hopeless", 0.01)) {
    books.audit.hopeless(reference)
    return { ...vague, isPermanent: true }
  }
  if (books.faults.strikes("provider: contradicts itself", 0.05)) {
    return instruction.state === "working" ? vague : { _tag: "Accepted", checkAgainAt: hint(books) }
  }
  switch (instruction.state) {
    case "working":
      return { _tag: "Accepted", checkAgainAt: hint(books) }
    case "paid":
      if (books.breach === "provider refuses what it paid") {
        return { _tag: "Refused", reason: "unspecified", retryable: true }
      }
      return { _tag: "Delivered", providerReference: `paid ${reference}` }
    case "refused": {
      const { retryable } = instruction
      return { _tag: "Refused", reason: books.random.pick(reasons), retryable }
    }
  }
}

/** The provider's books of instructions. */
const makeBooks = (setting: Setting) => {
  const books = openBooks(setting)
  return {
    known: books.known,
    take: (reference: string, payout: Payout) => take(books, reference, payout),
    outcome: (reference: string, instruction: Instruction) =>
      outcome(books, reference, instruction),
    hint: () => hint(books),
    refuse
  }
}

const openNetwork = (setting: Setting) => {
  const { audit, faults, machine } = setting
  const random = setting.random.stream("provider's network")
  const books = makeBooks(setting)
  const uncheckable = new Set<string>()
  const downUntil = 0
  const unknown: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: false }
  return { faults, uncheckable, downUntil, machine, random, books, audit, unknown, setting }
}

type Network = ReturnType<typeof openNetwork>

/** True if each check of the recipient breaks the adapter, so that the row is parked. */
const isUncheckable = (network: Network, payoutId: string): boolean => {
  if (network.faults.strikes("defect: recipient check", 0.02)) network.uncheckable.add(payoutId)
  return network.uncheckable.has(payoutId)
}

/** True while the provider is down, sometimes for longer than any wait. */
const isDown = (network: Network): boolean => {
  if (network.faults.strikes("provider: down", 0.05)) {
    const hourMs = 3_600_000
    network.downUntil =
      network.machine.now() +
      network.random.int(1_000, network.random.chance(0.1) ? 30 * hourMs : hourMs)
  }
  return network.machine.now() < network.downUntil
}

/** A call on its way to the provider. */
interface Question {
  readonly kind: "submit" | "check"
  readonly payout: Payout
  readonly reference: string
}

const ask = (
  network: Network,
  host: Host,
  { kind, payout, reference }: Question,
  answer: (outcome: Provider.Outcome) => void
): void => {
  const travel = () =>
    network.faults.strikes("provider: slow", 0.05)
      ? network.random.int(1_000, 29_000)
      : network.random.int(1, 200)
  if (kind === "submit" && isDown(network)) {
    const queued = { _tag: "Queued", checkAgainAt: network.books.hint() } as const
    network.audit.provided(reference, queued)
    host.realm.after(travel(), () => answer(queued))
    return
  }
  if (network.faults.strikes("provider: request lost", 0.04)) {
    host.realm.after(timeoutMs, () => answer(network.unknown))
    return
  }
  network.machine.world.after(travel(), () => {
    const earlier = network.books.known.get(reference)
    if (earlier === undefined && kind === "check") return answer(network.unknown)
    const instruction = earlier ?? network.books.take(reference, payout)
    const outcome = network.books.outcome(reference, instruction)
    if (kind === "submit" && crash(network.setting, host, "crash: paid, not answered", 0.03)) return
    if (network.faults.strikes("provider: answer lost", 0.05)) {
      host.realm.after(timeoutMs, () => answer(network.unknown))
      return
    }
    network.audit.provided(reference, outcome)
    host.realm.after(travel(), () => answer(outcome))
  })
}

const question =
  (network: Network, host: Host, kind: "submit" | "check") =>
  (payout: Payout, transfer: Transfer): Effect.Effect<Provider.Outcome> =>
    host.realm.wait((resume) => {
      const early = network.setting.breach === "engine acts before it writes"
      const reference = early ? `${transfer.reference} too early` : transfer.reference
      network.audit.asked(payout, reference, transfer.provider)
      if (kind === "submit") network.audit.submits(host)
      if (network.faults.strikes("defect: provider adapter", 0.01)) {
        return resume(Effect.die(new Error("injected: the provider's adapter is broken")))
      }
      ask(network, host, { kind, payout, reference }, (outcome) => resume(Effect.succeed(outcome)))
    })

const port =
  (network: Network): World["port"] =>
  (host) => ({
    ...quietProvider,
    choose: (_, refusedBy) => (refusedBy === "one" ? "two" : "one"),
    registeredName: ({ phone }) => Effect.succeed(`the holder of ${phone}`),
    precheck: ({ batchId, id }) =>
      Effect.suspend(() => {
        if (batchId !== null && isUncheckable(network, id)) {
          return Effect.die(new Error("injected: this recipient cannot be checked"))
        }
        const isRefused = network.faults.strikes("provider: recipient refused", 0.02)
        return Effect.succeed(isRefused ? "invalid_recipient" : undefined)
      }),
    submit: question(network, host, "submit"),
    check: question(network, host, "check")
  })

const voidReference =
  (network: Network): World["voidReference"] =>
  (payout, reference) => {
    const instruction = network.books.known.get(reference) ?? network.books.take(reference, payout)
    network.books.refuse(instruction, false)
    network.audit.voided(reference)
    return instruction.state === "paid" ? "paid" : "refused"
  }

export const make = (setting: Setting): World => {
  const network = openNetwork(setting)
  return {
    port: port(network),
    voidReference: voidReference(network)
  }
}
