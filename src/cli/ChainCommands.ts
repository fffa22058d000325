/**
 * Commands about the contracts at deposit addresses. Only they read a private key; the service
 * holds none. They name the chain before anything is sent, and refuse a chain other than the
 * settings'.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import * as OperatorTools from "../app/OperatorTools.ts"
import * as ChainFlags from "./ChainFlags.ts"
import * as ChainKey from "./ChainKey.ts"
import * as ChainRescue from "./ChainRescue.ts"
import { chain as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"
import * as SweepableIds from "./SweepableIds.ts"

const inUsdc = (amount: bigint): string => Words.inUsdc(ChainFlags.usdc(amount))

const { addressOf, cost, dryRun, keystore, maxFeeGwei, usdc } = ChainFlags

const deploy = Command.make(
  "deploy",
  {
    treasury: Flag.String("treasury").pipe(Flag.withDescription(Words.flags.treasury)),
    ...{ keystore, dryRun, maxFeeGwei }
  },
  Effect.fn(function* ({ dryRun, keystore, maxFeeGwei, treasury }) {
    const chain = yield* OperatorTools.chainSettings(process.env)
    const terms = { usdc: yield* addressOf(chain.usdc), treasury: yield* addressOf(treasury) }
    yield* ServiceClient.progress(Words.deploysOn(chain.chainId, terms.usdc, terms.treasury))
    yield* OperatorTools.withNodes(
      chain,
      Effect.fnUntraced(function* (rpc) {
        const sender = dryRun
          ? undefined
          : yield* OperatorTools.makeSender(rpc, {
              ...{ key: yield* ChainKey.read(keystore), chainId: chain.chainId },
              feeGweiMax: maxFeeGwei
            })
        const from = sender?.address ?? terms.treasury
        const plan = yield* OperatorTools.planDeployment(rpc, terms, from)
        yield* ServiceClient.progress(
          plan.cost === undefined
            ? Words.factoryIsAt(plan.factory)
            : Words.factoryWillBeAt(plan.factory, cost(plan.cost.gas, plan.cost.fees))
        )
        if (sender !== undefined) yield* OperatorTools.deploy(rpc, sender, plan)
        yield* Console.log(`DEPOSIT_FACTORY=${plan.factory}`)
        yield* Console.log(`DEPOSIT_INIT_CODE_HASH=${plan.initCodeHash}`)
      })
    )
  })
).pipe(Command.withDescription(Words.commands.deploy))

const since = Flag.Date("since").pipe(
  Flag.withDescription(Words.flags.since),
  Flag.withDefault(new Date(0))
)

const ids = Flag.String("ids").pipe(Flag.withDescription(Words.flags.ids), Flag.optional)

/** The ids whose addresses are swept. */
const idsOf = Effect.fnUntraced(function* (
  given: Option.Option<string>,
  chainId: number,
  from: Date
) {
  if (Option.isSome(given)) {
    return yield* ChainFlags.idsOf(given.value)
  }
  const settings = yield* ServiceDatabase.existing()
  const found = yield* SweepableIds.read(settings, chainId, from.getTime())
  if (found.leftOut > 0) {
    yield* ServiceClient.progress(Words.leftOut(found.leftOut))
  }
  return found.ids
})

const tellPlan = Effect.fnUntraced(function* (plan: OperatorTools.SweepPlan) {
  for (const { address, amount, id } of plan.blacklisted) {
    yield* Console.log(Words.blacklisted(`${id} ${address}`, inUsdc(amount)))
  }
  const holdings = plan.groups.flatMap((group) => group.holdings)
  const total = holdings.reduce((sum, { amount }) => sum + amount, 0n)
  const gas = plan.groups.reduce((sum, group) => sum + group.gas, 0n)
  yield* ServiceClient.progress(
    Words.plan({
      ...{ holding: holdings.length, amount: usdc(total), treasury: plan.treasury },
      ...{ empty: plan.empty, blacklisted: plan.blacklisted.length }
    })
  )
  yield* ServiceClient.progress(Words.transactions(plan.groups.length, cost(gas, plan.fees)))
})

/** Sends every transaction of a plan; fails when an address still holds USDC. */
const sweepAll = Effect.fnUntraced(function* (
  sender: Effect.Success<ReturnType<typeof OperatorTools.makeSender>>,
  plan: OperatorTools.SweepPlan
) {
  let left = plan.blacklisted.length
  for (const group of plan.groups) {
    const done = yield* OperatorTools.sweep(sender, plan, group)
    for (const fate of done.fates) yield* Console.log(ChainFlags.line(fate, inUsdc))
    yield* ServiceClient.progress(Words.gasUsed(done.hash, done.gasUsed, group.gas))
    left += done.fates.filter(({ _tag }) => _tag !== "Swept").length
  }
  if (left > 0) return yield* ServiceClient.failed(Words.stillHold(left))
})

const sweep = Command.make(
  "sweep",
  { ids, since, keystore, dryRun, maxFeeGwei },
  Effect.fn(function* ({ dryRun, ids, keystore, maxFeeGwei, since }) {
    const chain = yield* OperatorTools.chainSettings(process.env)
    const { chainId, factory: address, initCodeHash } = chain
    if (address === undefined || initCodeHash === undefined) {
      return yield* ServiceClient.failed(Words.factoryUnknown)
    }
    const key = dryRun ? undefined : yield* ChainKey.read(keystore)
    const chosen = yield* idsOf(ids, chainId, since)
    yield* ServiceClient.progress(Words.sweepsOn(chainId, address, chosen.length))
    return yield* OperatorTools.withNodes(
      chain,
      Effect.fnUntraced(function* (rpc) {
        const sender =
          key === undefined
            ? undefined
            : yield* OperatorTools.makeSender(rpc, { key, chainId, feeGweiMax: maxFeeGwei })
        const from = sender?.address ?? address
        const factory = { address, initCodeHash }
        const options = { token: chain.usdc, factory, ids: chosen, from }
        const plan = yield* OperatorTools.planSweep(rpc, options)
        yield* tellPlan(plan)
        if (sender !== undefined) yield* sweepAll(sender, plan)
      })
    )
  })
).pipe(Command.withDescription(Words.commands.sweep))

export const chain = Command.make("chain").pipe(
  Command.withDescription(Words.commands.chain),
  Command.withSubcommands([deploy, sweep, ChainRescue.rescue])
)
