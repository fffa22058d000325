/**
 * Commands about the contracts at deposit addresses. Only they read a private key; the service
 * holds none. They name the chain before anything is sent, and refuse a chain other than the
 * settings'.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type Address, formatEther, formatGwei, isAddress } from "viem"
import * as OperatorTools from "../app/OperatorTools.ts"
import * as Limits from "../config/Limits.ts"
import * as Ids from "../domain/Ids.ts"
import * as Money from "../domain/money/Money.ts"
import * as ChainKey from "./ChainKey.ts"
import { type Cost, chain as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"
import * as SweepableIds from "./SweepableIds.ts"

const keystore = Flag.File("keystore", { mustExist: true }).pipe(
  Flag.withDescription(Words.flags.keystore),
  Flag.optional
)

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription(Words.flags.dryRun),
  Flag.withDefault(false)
)

const maxFeeGwei = Flag.Int("max-fee-gwei").pipe(
  Flag.withDescription(Words.flags.maxFeeGwei),
  Flag.filter(
    (gwei) => gwei > 0,
    () => Words.feeTooLow
  ),
  Flag.withDefault<number>(Limits.contracts.feeGweiMaxDefault)
)

/** A mistyped address of the right length has a wrong checksum. */
const addressOf = (text: string) =>
  isAddress(text) ? Effect.succeed<Address>(text) : ServiceClient.failed(Words.notAnAddress(text))

const usdc = (amount: bigint): string => Money.formatUsdc(Number(amount))

const cost = (gas: bigint, fees: OperatorTools.Fees): Cost => ({
  gas,
  eth: formatEther(gas * fees.now),
  gwei: formatGwei(fees.now)
})

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

/** An id is the salt of its address. */
const idBytesMax = 32

/** The ids whose addresses are swept. */
const idsOf = Effect.fnUntraced(function* (
  given: Option.Option<string>,
  chainId: number,
  from: Date
) {
  if (Option.isSome(given)) {
    const named = [...new Set(given.value.split(",").map((id) => id.trim()))]
    const wrong = named.find((id) => !Ids.isId(id) || id.length > idBytesMax)
    return wrong === undefined ? named : yield* ServiceClient.failed(Words.notAnId(wrong))
  }
  const settings = yield* ServiceDatabase.existing()
  const found = yield* SweepableIds.read(settings, chainId, from.getTime())
  if (found.leftOut > 0) {
    yield* ServiceClient.progress(Words.leftOut(found.leftOut))
  }
  return found.ids
})

const line = (fate: OperatorTools.Fate): string => {
  const { address, id } = fate.holding
  const place = `${id} ${address}`
  return fate._tag === "Swept"
    ? Words.swept(place, usdc(fate.amount))
    : Words.notSwept(place, fate._tag.toLowerCase(), fate.reason)
}

const tellPlan = Effect.fnUntraced(function* (plan: OperatorTools.SweepPlan) {
  for (const { address, amount, id } of plan.blacklisted) {
    yield* Console.log(Words.blacklisted(`${id} ${address}`, usdc(amount)))
  }
  const holdings = plan.groups.flatMap((group) => group.holdings)
  const total = holdings.reduce((sum, { amount }) => sum + amount, 0n)
  const gas = plan.groups.reduce((sum, group) => sum + group.gas, 0n)
  yield* ServiceClient.progress(
    Words.plan({
      ...{ holding: holdings.length, amount: usdc(total), treasury: plan.terms.treasury },
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
    for (const fate of done.fates) yield* Console.log(line(fate))
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
        const options = { usdc: chain.usdc, factory, ids: chosen, from }
        const plan = yield* OperatorTools.planSweep(rpc, options)
        yield* tellPlan(plan)
        if (sender !== undefined) yield* sweepAll(sender, plan)
      })
    )
  })
).pipe(Command.withDescription(Words.commands.sweep))

export const chain = Command.make("chain").pipe(
  Command.withDescription(Words.commands.chain),
  Command.withSubcommands([deploy, sweep])
)
