/** The balance of an account, from which it pays without waiting for a deposit. */
import { Effect, Result } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import * as Balance from "../domain/balance/Balance.ts"
import type * as BalanceEvent from "../domain/balance/BalanceEvent.ts"
import type * as Money from "../domain/money/Money.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export const dependencies = Effect.all({ chain: Chain.Chain })

export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

/** Opens the balance of an account, unless another request was faster. */
const open = ({ chain, engine, source }: Dependencies, at: number, accountId: string) =>
  engine.executeOwn(at, {
    locks: [`balance ${accountId}`],
    decide: () => {
      const existing = engine.balanceOf(accountId)
      if (existing !== undefined) return Result.succeed({ events: [], result: existing })
      const id = IdGenerator.id(source, "bal", at)
      const depositAddress = chain.depositAddress(id)
      const event = { _tag: "BalanceOpened", id, at, accountId, depositAddress } as const
      return Result.succeed({ events: [event], result: Balance.opened(event) })
    }
  })

/** Gives a command that no state of a balance refuses. */
const command = (
  { engine }: Dependencies,
  request: Request.Request<Balance.Balance>,
  id: string,
  command: Extract<Balance.Command, { readonly _tag: "Configure" | "FinalizeDeposit" }>
) =>
  Effect.catchTag(
    engine.commandBalance(request, id, command),
    [
      ...(["BalanceNotFound", "NothingHeld", "NeverParked"] as const),
      ...(["WithdrawalAddressNotFound", "TooManyAddresses"] as const)
    ],
    Effect.die
  )

/** The balance. The first request for it gives it its deposit address, which never changes. */
export const get = (deps: Dependencies, at: number, accountId: string) =>
  Effect.suspend(() => {
    const balance = deps.engine.balanceOf(accountId)
    return balance === undefined ? open(deps, at, accountId) : Effect.succeed(balance)
  })

/** Held deposits that staff release. */
export interface Release {
  readonly accountId: string
  readonly sender: string
  /** Micro-USDC. It must be the amount that is held. */
  readonly amount: Money.Micro
}

/** Releases the held deposits of a sender, once enough people approve. */
export const release = (
  deps: Dependencies & { readonly approvalsMin: number },
  request: Request.Request<Balance.Balance>,
  { accountId, amount, sender }: Release
) =>
  Effect.suspend(() => {
    const { approvalsMin, engine } = deps
    const { at, by } = request
    const id = engine.balanceOf(accountId)?.id ?? ""
    const vote = Approver.vote(engine.registry, { by, at, needs: "holds" }, approvalsMin)
    const released = { _tag: "ReleaseHold", sender, amount, by, at, ...vote } as const
    return Effect.catchTag(engine.commandBalance(request, id, released), "BalanceNotFound", () =>
      Effect.fail({ _tag: "NothingHeld", sender } as const)
    )
  })

/** The balance has less than a correction takes from it. Micro-USDC. */
export interface CorrectionTooLarge {
  readonly _tag: "CorrectionTooLarge"
  readonly needed: Money.Micro
  readonly available: Money.Micro
}

/** A correction by operators, for money that the service credited or took by mistake. */
export interface Correction {
  readonly accountId: string
  /** Micro-USDC, negative if they leave the balance. */
  readonly amount: Money.Micro
}

/** Corrects a balance, once enough people approve. No correction takes what is reserved. */
export const correct = (
  deps: Dependencies & { readonly approvalsMin: number },
  request: Request.Request<Balance.Balance>,
  { accountId, amount }: Correction
) => {
  const { approvalsMin, engine, source } = deps
  const { at, by } = request
  const decide = (
    state: Balance.Balance
  ): Result.Result<Request.Decision<Balance.Balance>, CorrectionTooLarge> => {
    const available = engine.availableBalance(accountId)
    if (available + amount < 0) {
      return Result.fail({ _tag: "CorrectionTooLarge", needed: -amount, available })
    }
    const vote = Approver.vote(engine.registry, { by, at, needs: "refunds" }, approvalsMin)
    const command = { _tag: "Correct", at, by, amount, ...vote } as const
    const event = Balance.correct(state, command, IdGenerator.id(source, "cor", at))
    if (event === undefined) return Result.succeed({ events: [], result: state })
    const decision = { events: [event], result: Balance.evolve(state, event) }
    return Result.succeed(
      event._tag === "BalanceCorrected" && amount < 0
        ? { ...decision, reservation: { accountId, amount: -amount } }
        : decision
    )
  }
  return Effect.flatMap(get(deps, at, accountId), (opened) =>
    engine.execute(request, {
      locks: [`balance ${accountId}`],
      decide: () => decide(engine.balanceOf(accountId) ?? opened)
    })
  )
}

/** The settings of a balance. Absent ones stay. */
export interface Change {
  readonly accountId: string
  readonly threshold?: Money.Micro | null | undefined
  readonly excess?: BalanceEvent.Excess | undefined
}

export const update = Effect.fnUntraced(function* (
  deps: Dependencies,
  request: Request.Request<Balance.Balance>,
  { accountId, excess, threshold }: Change
) {
  const { at } = request
  const { id } = yield* get(deps, at, accountId)
  return yield* command(deps, request, id, { _tag: "Configure", threshold, excess, at })
})

/** Simulates a deposit, which is part of the balance at once. */
export const simulateDeposit = Effect.fnUntraced(function* (
  deps: Dependencies,
  request: Request.Request<Balance.Balance>,
  { accountId, amount }: { readonly accountId: string; readonly amount: Money.Micro }
) {
  const { at } = request
  const { id } = yield* get(deps, at, accountId)
  const key = request.idempotency?.key
  const name = key === undefined ? IdGenerator.reference(deps.source) : `${id}:${key}`
  // Simulated deposits have an order too: the time stands for the block.
  const deposit = { ...SandboxScript.deposit(name, amount, at), blockNumber: at }
  return yield* command(deps, request, id, { _tag: "FinalizeDeposit", deposit, at })
})
