/** `/v1/sandbox`: gives the commands that the simulated world would give, at once. */
import { Clock, Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as PayoutGuards from "../../domain/payout/PayoutGuards.ts"
import * as SandboxScript from "../../domain/payout/SandboxScript.ts"
import * as Engine from "../../engine/Engine.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ScriptedDeposits from "../../engine/ports/ScriptedDeposits.ts"
import * as Ownership from "../../usecases/Ownership.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Sandbox.ts"
import type { Rejection } from "../Problems.ts"
import * as Serializers from "../Serializers.ts"
import * as Route from "../server/Route.ts"

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** One of the two, and a reason only for what has one. */
const rules: Route.Rules = ({ deposit, failure_reason: reason, outcome }) => {
  if (isGiven(deposit) === isGiven(outcome)) {
    const message = "must be given, or deposit in its place"
    return [{ field: "outcome", code: isGiven(outcome) ? "conflict" : "required", message }]
  }
  if (!isGiven(reason) || outcome === "fail") return []
  return [{ field: "failure_reason", code: "conflict", message: "goes with the outcome fail only" }]
}

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const { token } = yield* Chain.Chain
  const scripted = yield* ScriptedDeposits.ScriptedDeposits
  const draw = yield* IdGenerator.IdGenerator

  type Call = Route.CallOf<typeof Api.simulate>

  const answer = (payout: Payout.Payout) => Route.ok(Serializers.payout(payout, token))

  const asked = ({ request }: Call) => ({ ...request, idempotency: null })

  /** Pays a payout, or the batch that it is a row of. */
  const pay = Effect.fnUntraced(function* (call: Call, payout: Payout.Payout, amount: Money.Micro) {
    const { at } = call
    const target = payout.batchId ?? payout.id
    scripted.cancel(target)
    const key = call.request.idempotency?.key
    // With a key it is the same deposit, also for a retry whose first answer was never kept (L8).
    const name = key === undefined ? IdGenerator.reference(draw) : `${target}:${key}`
    const deposit = SandboxScript.deposit(name, amount, at)
    const command = { _tag: "FinalizeDeposit", deposit, at } as const
    yield* payout.batchId === null
      ? engine.command(asked(call), target, command)
      : engine.commandBatch(asked(call), target, command)
    return answer(yield* Ownership.payout(engine, call.accountId, payout.id))
  })

  /** Command by command, as far as the lifecycle goes. The payout's own steps may be faster. */
  const take = Effect.fnUntraced(function* (
    call: Call,
    first: Payout.Payout,
    wish: SandboxScript.Target
  ) {
    let payout = first
    scripted.cancel(payout.id)
    for (let steps = 0; steps < Limits.sandbox.stepsMax; steps++) {
      if (SandboxScript.isReached(payout, wish.outcome)) return answer(payout)
      const at = yield* Clock.currentTimeMillis
      const command = SandboxScript.toward(payout, { ...wish, at })
      if (command === undefined) break
      yield* engine
        .command(asked(call), payout.id, command)
        .pipe(Effect.catchTag(["InvalidState", "StaleTransfer"], () => Effect.void))
      payout = yield* Ownership.payout(engine, call.accountId, payout.id)
    }
    return yield* Effect.fail({
      ...({ _tag: "InvalidState", status: payout.status, command: "DeliverTransfer" } as const),
      ...(PayoutGuards.isFrozen(payout) ? ({ cause: "frozen" } as const) : {})
    })
  })

  const simulate = Effect.fnUntraced(function* (call: Call) {
    const { accountId, at, params, payload } = call
    const payout = yield* Ownership.payout(engine, accountId, params.id)
    if (payload.deposit !== undefined && payload.deposit !== null) {
      return yield* pay(call, payout, Money.micro(payload.deposit.amount_usdc))
    }
    const deadline = at + Limits.engine.transferUnknownMsMax
    return yield* take(call, payout, {
      outcome: payload.outcome ?? "settle",
      failureReason: payload.failure_reason ?? "unspecified",
      at,
      instruction: { reference: IdGenerator.reference(draw), deadline }
    })
  })

  const route = Route.make(Api.simulate, { access: "account", rules }, (call) =>
    environment === "sandbox"
      ? Answers.of<Answers.Json, Rejection>(
          call.request,
          (shown) => shown,
          (request) => engine.actOnce(request, simulate(call))
        )
      : Effect.fail({ _tag: "NoSuchPath" } as const)
  )

  return [route]
})
