/**
 * Random lives of a batch together with its rows. They mix events from outside with the batch's
 * steps, which begin at one time and end at another, in any order. The auditor checks every event.
 */
import { Result } from "effect"
import * as fc from "fast-check"
import * as Batch from "../../../src/domain/batch/Batch.ts"
import type * as Funding from "../../../src/domain/money/Funding.ts"
import * as Payout from "../../../src/domain/payout/Payout.ts"
import {
  at,
  type BatchEvent,
  batchOf,
  deposit,
  foldBatch,
  replayBatch,
  usdc
} from "../../support/fixtures.ts"
import * as Books from "./BatchBooks.ts"

const weights = {
  ...{ pass: 3, owe: 10, carry: 16, goRow: 10 },
  ...{ see: 4, drop: 4, finalize: 7 },
  ...{ cancel: 1, cancelRow: 2, refuseRow: 1, parkRow: 1, reviewRow: 2 },
  ...{ direct: 1, send: 4 }
} as const

type Verb = keyof typeof weights

const someOp = fc.record({
  verb: fc.constantFrom(
    ...Object.entries(weights).flatMap(([verb, weight]) =>
      Array.from({ length: weight }, () => verb as Verb)
    )
  ),
  /** Chooses the row, the waiting command and the variant. */
  n: fc.nat({ max: 59 }),
  /** Few deposits, so that one comes often. `percent` is a share of what the rows still need. */
  deposit: fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(0, 0.000001, 5, 10, 40, 100, 100, 100, 200),
      fc.integer({ min: 0, max: 40 })
    )
    .map(([id, percent, minute]) => ({ id, percent, minute }))
})
type Op = typeof someOp extends fc.Arbitrary<infer O> ? O : never

const someBirth = fc.record({
  kind: fc.constantFrom("batch" as const, "bulk" as const),
  amounts: fc.array(fc.constantFrom(0.01, 5, 10, 25), { minLength: 1, maxLength: 4 })
})

export const someLife = fc.record({
  birth: someBirth,
  /** True if the rows are started before anything else happens. */
  isStarted: fc.boolean(),
  ops: fc.array(someOp, { maxLength: 60, size: "max" })
})
export type Life = typeof someLife extends fc.Arbitrary<infer L> ? L : never

/** A command that the batch's step has sent and that has not arrived yet. */
type Sent =
  | { readonly to: "batch"; readonly command: Batch.Command }
  | { readonly to: "row"; readonly id: string; readonly command: Payout.Command }

const instructionFor = (n: number) => ({ reference: `tr_${n}`, deadline: at(200) })

/** The command that ends a row's next step. `n` chooses one of the possible outcomes. */
const answerTo = (payout: Payout.Payout, n: number, now: number): Payout.Command | undefined => {
  const step = Payout.nextStep(payout)
  const instruction = instructionFor((payout.transfer?.attempt ?? 0) + 1)
  switch (step._tag) {
    case "Screen":
      return n % 4 === 0
        ? { _tag: "Hold", reason: "a list", at: now }
        : { _tag: "ClearScreening", instruction, at: now }
    case "AwaitDecision":
      return n % 3 === 0
        ? { _tag: "Reject", at: now }
        : { _tag: "Approve", instruction, by: "key_1", approvalsMin: 1, at: now }
    case "SubmitTransfer":
    case "AwaitTransfer": {
      const { reference } = step.transfer
      if (n % 5 === 0) return { _tag: "AcceptTransfer", reference, at: now }
      if (n % 5 === 1) return { _tag: "ExpireTransfer", reference, at: now }
      const reason = "recipient_limit"
      return n % 5 === 2
        ? { _tag: "RefuseTransfer", reference, reason, next: null, attemptsMax: 3, at: now }
        : { _tag: "DeliverTransfer", reference, providerReference: "mtn-1", at: now }
    }
    default:
      return undefined
  }
}

/** An operator's command for a payout in review. */
const reviewed = (n: number, now: number): Payout.Command => {
  const commands: ReadonlyArray<Payout.Command> = [
    { _tag: "Fail", reason: "unspecified", at: now },
    { _tag: "Reverse", at: now },
    { _tag: "Settle", providerReference: null, at: now },
    { _tag: "Retry", instruction: instructionFor(9), at: now }
  ]
  return commands[n % commands.length] as Payout.Command
}

const begin = ({ birth }: Life) => {
  const births = batchOf(birth.amounts, birth.kind)
  const books = Books.open(births)
  const history: Array<BatchEvent> = [...births]
  let together = replayBatch(births)
  Books.audit(books, together)

  const decide = (sent: Sent): Result.Result<ReadonlyArray<BatchEvent>, unknown> => {
    if (sent.to === "batch") return Batch.decide(together.batch, sent.command)
    return Payout.decide(together.rows.get(sent.id) as Payout.Payout, sent.command)
  }

  /** Gives a command. True if it had events. */
  const give = (sent: Sent, by: Books.By): boolean => {
    const decision = decide(sent)
    if (Result.isFailure(decision)) return false
    for (const event of decision.success) {
      Books.must(event.at === sent.command.at, "an event is of its command")
      Books.book(books, event, by)
      together = foldBatch(together, event)
      history.push(event)
      Books.audit(books, together)
    }
    return decision.success.length > 0
  }

  return { books, history, give, batch: () => together.batch, rows: () => together.rows }
}
type Stage = ReturnType<typeof begin>

/** The commands that the batch's step sends, as in BatchSteps.ts. */
const sentBy = ({ batch, rows }: Stage, now: number): ReadonlyArray<Sent> => {
  const step = Batch.nextStep(batch())
  const toRows = (command: Payout.Command): ReadonlyArray<Sent> =>
    [...rows().values()]
      .filter(({ status }) => status === "CREATED" || status === "AWAITING_FUNDS")
      .map(({ id }) => ({ to: "row", id, command }))
  switch (step._tag) {
    case "Rest":
      return []
    case "StartRows":
      return toRows({ _tag: "OpenFunding", fundingDeadline: batch().fundingDeadline, at: now })
    case "FundRows":
      return toRows({ _tag: "Fund", at: now })
    case "StopRows":
      return toRows({ _tag: step.how, at: now })
    case "AwaitFunds": {
      const isOver = step.deadline !== null && now > step.deadline
      return isOver ? [{ to: "batch", command: { _tag: "CloseFundingWindow", at: now } }] : []
    }
    case "ProveRefund": {
      const { txHash } = step.refund
      const _tag = txHash.startsWith("0xwrong") ? "DisproveRefund" : "ConfirmRefund"
      return [{ to: "batch", command: { _tag, txHash, at: now } }]
    }
    case "CreditRefund":
      return [{ to: "batch", command: { _tag: "CreditRefund", amount: step.amount, at: now } }]
    case "ScreenSenders":
      return [
        {
          to: "batch",
          command: { _tag: "ScreenSenders", senders: step.senders, hold: null, at: now }
        }
      ]
    default:
      return [{ to: "batch", command: { _tag: step._tag, at: now } }]
  }
}

/** The deposit as the chain reported it before. */
const named = ({ final, ...deposit }: Funding.Received): Funding.Deposit => deposit

/**
 * An operator records the refund: with a right transaction, a wrong one, or another amount.
 */
const sending = ({ batch }: Stage, n: number, now: number, name = `${n % 7}`): Batch.Command => {
  const due = batch().refunds.find(({ status }) => status === "due")?.amount ?? usdc(5)
  const txHash = `0x${n % 3 === 0 ? "wrong" : "right"}${name}`
  return {
    ...{ _tag: "SendRefund", amount: n % 11 === 0 ? due + 1 : due, address: "0xback" },
    ...{ txHash, at: now }
  }
}

/** A deposit, in most cases one that the batch already has. */
const depositOf = (stage: Stage, op: Op, now: number): Funding.Deposit => {
  const { deposits } = stage.batch()
  const known = deposits[op.n % Math.max(deposits.length, 1)]
  if (known !== undefined && op.n < 40) return named(known)
  const { id, minute, percent } = op.deposit
  const amount = Math.ceil((stage.batch().due * percent) / 100)
  return { ...deposit(id, 0, 0), amount, seenAt: Math.min(now, at(minute)) }
}

const depositVerbs = {
  see: "SeeDeposit",
  drop: "DropDeposit",
  finalize: "FinalizeDeposit"
} as const

const act = (stage: Stage, op: Op, now: number, waiting: Array<Sent>): void => {
  const { give, rows } = stage
  const ids = [...rows().keys()]
  const id = ids[op.n % ids.length] ?? ""
  const toRow = (command: Payout.Command | undefined): void =>
    void (command !== undefined && give({ to: "row", id, command }, "outside"))
  switch (op.verb) {
    case "pass":
      return
    case "owe":
      return void waiting.push(...sentBy(stage, now))
    case "carry":
      for (const sent of waiting.splice(op.n % Math.max(waiting.length, 1), 1)) give(sent, "batch")
      return
    case "goRow":
      return toRow(answerTo(rows().get(id) as Payout.Payout, op.n, now))
    case "see":
    case "drop":
    case "finalize": {
      const command = { _tag: depositVerbs[op.verb], deposit: depositOf(stage, op, now), at: now }
      return void give({ to: "batch", command }, "outside")
    }
    case "cancel":
      return void give({ to: "batch", command: { _tag: "Cancel", at: now } }, "outside")
    case "direct": {
      const address = op.n % 2 === 0 ? "0xback" : "0xelse"
      return void give(
        { to: "batch", command: { _tag: "SetRefundAddress", address, at: now } },
        "outside"
      )
    }
    case "send":
      return void give({ to: "batch", command: sending(stage, op.n, now) }, "outside")
    case "cancelRow":
      return toRow({ _tag: "Cancel", at: now })
    case "refuseRow":
      return toRow({ _tag: "RefuseRecipient", reason: "invalid_recipient", at: now })
    case "parkRow":
      return toRow({ _tag: "Park", at: now })
    case "reviewRow":
      return toRow(reviewed(op.n, now))
  }
}

/** The chain finalizes or drops a deposit that is not final. */
const decideChain = (stage: Stage, now: number, n: number): boolean => {
  const one = stage.batch().deposits.find(({ final }) => !final)
  if (one === undefined) return false
  const _tag = n % 2 === 0 ? "FinalizeDeposit" : "DropDeposit"
  return stage.give({ to: "batch", command: { _tag, deposit: named(one), at: now } }, "outside")
}

/** Runs one pending step. False if there is none. */
const advance = (stage: Stage, now: number, n: number): boolean => {
  const { batch, give, rows } = stage
  const step = Batch.nextStep(batch())
  if (step._tag !== "Rest") {
    // An awaited deposit arrives or is dropped; otherwise the batch would wait without end.
    const isPatient = step._tag === "AwaitFunds" && (step.deadline === null || n % 3 > 0)
    if (isPatient && decideChain(stage, now, n)) return true
    const done = sentBy(stage, now).map((sent) => give(sent, "batch"))
    Books.must(done.includes(true), `${step._tag} comes to something`)
    return true
  }
  const row = [...rows().values()].find(({ status }) => !Books.isFinal(status))
  if (row === undefined) return false
  const review = { _tag: "Fail", reason: "unspecified", at: now } as const
  const command = row.status === "MANUAL_REVIEW" ? review : answerTo(row, 3, now)
  const isDone = command !== undefined && give({ to: "row", id: row.id, command }, "outside")
  Books.must(isDone, `a row in ${row.status} goes on`)
  return true
}

const advancesMax = 60

/** Plays a life to its end. Then a late deposit arrives and is returned. */
export const live = (life: Life) => {
  const stage = begin(life)
  const waiting: Array<Sent> = []
  let minute = 0
  if (life.isStarted) for (const sent of sentBy(stage, at(0))) stage.give(sent, "batch")
  for (const op of life.ops) {
    if (op.verb === "pass") minute += op.n % 13
    act(stage, op, at(minute), waiting)
  }
  const end = at(Math.max(minute, 30) + 1)
  const seed = life.ops.length
  let advances = 0
  while (advance(stage, end, seed + advances)) {
    advances += 1
    Books.must(advances < advancesMax, "every life comes to its end")
  }
  for (const sent of waiting) stage.give(sent, "batch")
  const late = { ...deposit(9, 3, 50), seenAt: end }
  const command = { _tag: "FinalizeDeposit", deposit: late, at: end } as const
  stage.give({ to: "batch", command }, "outside")
  while (advance(stage, end, 0)) advances += 1
  // The last refund is sent. In half of the lives the first transaction is wrong.
  for (const n of [life.ops.length % 2 === 0 ? 3 : 4, 1, 2]) {
    stage.give({ to: "batch", command: sending(stage, n, end, `last ${n}`) }, "outside")
    while (advance(stage, end, 0)) advances += 1
  }
  Books.close(stage.books, { batch: stage.batch(), rows: stage.rows() })
  return { history: stage.history, batch: stage.batch(), deeds: stage.books.deeds }
}
