/** Simulates a deposit, or executes the commands that bring a sandbox payout to an outcome. */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Money from "../domain/money/Money.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as TransferInstruction from "../engine/actor/TransferInstruction.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as ScriptedDeposits from "../engine/ports/ScriptedDeposits.ts"
import * as Ownership from "./Ownership.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface Input {
  readonly accountId: string
  readonly payoutId: string
  readonly simulation:
    | { readonly _tag: "Deposit"; readonly amount: Money.Micro }
    | ({ readonly _tag: "Outcome" } & Pick<SandboxScript.Target, "outcome" | "failureReason">)
}

export const dependencies = Effect.all({
  scripted: ScriptedDeposits.ScriptedDeposits
})
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

/** Simulates a deposit for a payout, or for the batch that has it as a row. */
const pay = Effect.fnUntraced(function* (
  { engine, scripted, source }: Dependencies,
  context: Request.CommandContext,
  payout: Payout.Payout,
  amount: Money.Micro
) {
  const { at } = context
  const target = payout.batchId ?? payout.id
  scripted.cancel(target)
  const key = context.idempotency?.key
  // With a key a retry makes the same deposit, even if the first response was not kept (L8).
  const name = key === undefined ? IdGenerator.reference(source) : `${target}:${key}`
  const deposit = SandboxScript.deposit(name, amount, at)
  const command = { _tag: "FinalizeDeposit", deposit, at } as const
  const request = { ...context, idempotency: null }
  yield* payout.batchId === null
    ? engine.command(request, target, command)
    : engine.commandBatch(request, target, command)
  return yield* Ownership.payout(engine, payout.accountId, payout.id)
})

/** Executes one command after another. The payout's own steps may be faster. */
const lead = Effect.fnUntraced(function* (
  { engine, scripted }: Dependencies,
  context: Request.CommandContext,
  first: Payout.Payout,
  target: SandboxScript.Target
) {
  let payout = first
  scripted.cancel(payout.id)
  const request = { ...context, idempotency: null }
  for (let steps = 0; steps < Limits.sandbox.stepsMax; steps++) {
    if (SandboxScript.isReached(payout, target.outcome)) return payout
    const at = yield* Clock.currentTimeMillis
    const command = SandboxScript.commandToward(payout, { ...target, at })
    if (command === undefined) break
    yield* engine
      .command(request, payout.id, command)
      .pipe(Effect.catchTag(["InvalidState", "StaleTransfer"], () => Effect.void))
    payout = yield* Ownership.payout(engine, payout.accountId, payout.id)
  }
  return yield* Effect.fail<Payout.InvalidState>({
    ...({ _tag: "InvalidState", status: payout.status, command: "DeliverTransfer" } as const),
    ...(PayoutGuards.isFrozen(payout) ? ({ cause: "frozen" } as const) : {})
  })
})

const simulate = Effect.fnUntraced(function* (
  deps: Dependencies,
  context: Request.CommandContext,
  { accountId, payoutId, simulation }: Input
) {
  const { at } = context
  const payout = yield* Ownership.payout(deps.engine, accountId, payoutId)
  if (simulation._tag === "Deposit") return yield* pay(deps, context, payout, simulation.amount)
  return yield* lead(deps, context, payout, {
    outcome: simulation.outcome,
    failureReason: simulation.failureReason,
    at,
    instruction: TransferInstruction.unrouted(deps.source, at),
    recallId: IdGenerator.id(deps.source, "rcl", at)
  })
})

/** Acts at most once per key. The result is the payout after the simulation. */
export const run = (deps: Dependencies, request: Request.Request<Payout.Payout>, input: Input) =>
  deps.engine.actOnce(request, simulate(deps, request, input))
