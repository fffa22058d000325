/**
 * Commands about the contracts at deposit addresses. Only they read a private key; the service
 * holds none. They name the chain before anything is sent, and refuse another one than the
 * settings'.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type Address, formatEther, formatGwei, isAddress } from "viem"
import * as OperatorTools from "../app/OperatorTools.ts"
import * as Limits from "../config/Limits.ts"
import * as Settings from "../config/Settings.ts"
import * as Ids from "../domain/Ids.ts"
import * as Money from "../domain/money/Money.ts"
import * as ChainKey from "./ChainKey.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as SweepableIds from "./SweepableIds.ts"

const keystore = Flag.File("keystore", { mustExist: true }).pipe(
  Flag.withDescription("Keystore file; default: the key in CHAIN_PRIVATE_KEY"),
  Flag.optional
)

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show the plan; needs no key and sends nothing"),
  Flag.withDefault(false)
)

const maxFeeGwei = Flag.Int("max-fee-gwei").pipe(
  Flag.withDescription("Highest gas price to pay; nothing is sent while gas costs more"),
  Flag.filter(
    (gwei) => gwei > 0,
    () => "must be more than 0"
  ),
  Flag.withDefault<number>(Limits.contracts.feeGweiMaxDefault)
)

/** A mistyped address of the right length has a wrong checksum. */
const addressOf = (text: string) =>
  isAddress(text)
    ? Effect.succeed<Address>(text)
    : ServiceClient.failed(`${text} is not an address, or its checksum is wrong.`)

const usdc = (amount: bigint): string => `${Money.formatUsdc(Number(amount))} USDC`

const cost = (gas: bigint, fees: OperatorTools.Fees): string =>
  `${gas} gas, about ${formatEther(gas * fees.now)} ETH at ${formatGwei(fees.now)} gwei`

const deploy = Command.make(
  "deploy",
  {
    treasury: Flag.String("treasury").pipe(
      Flag.withDescription("Address that receives all deposits; cannot be changed later")
    ),
    ...{ keystore, dryRun, maxFeeGwei }
  },
  Effect.fn(function* ({ dryRun, keystore, maxFeeGwei, treasury }) {
    const chain = yield* OperatorTools.chainSettings(process.env)
    const terms = { usdc: yield* addressOf(chain.usdc), treasury: yield* addressOf(treasury) }
    yield* ServiceClient.progress(
      `chain ${chain.chainId}, USDC ${terms.usdc}, treasury ${terms.treasury}`
    )
    yield* OperatorTools.withNodes(chain, (rpc) =>
      Effect.gen(function* () {
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
            ? `The factory is at ${plan.factory} already.`
            : `The factory will be at ${plan.factory}: ${cost(plan.cost.gas, plan.cost.fees)}`
        )
        if (sender !== undefined) yield* OperatorTools.deploy(rpc, sender, plan)
        yield* Console.log(`DEPOSIT_FACTORY=${plan.factory}`)
        yield* Console.log(`DEPOSIT_INIT_CODE_HASH=${plan.initCodeHash}`)
      })
    )
  })
).pipe(Command.withDescription("Deploy the factory of deposit addresses; safe to run again"))

const since = Flag.Date("since").pipe(
  Flag.withDescription("Only deposits that became final since this day; default: all"),
  Flag.withDefault(new Date(0))
)

const ids = Flag.String("ids").pipe(
  Flag.withDescription(
    "Payouts and batches, separated by commas, even if held, refused or not screened: late " +
      "deposits never are. Default: all of the log whose deposits were all screened and released"
  ),
  Flag.optional
)

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
    return wrong === undefined
      ? named
      : yield* ServiceClient.failed(`--ids: "${wrong}" is not an id.`)
  }
  const settings = yield* Settings.read(process.env)
  const found = yield* SweepableIds.read(settings, chainId, from.getTime())
  if (found.leftOut > 0) {
    yield* ServiceClient.progress(
      `${found.leftOut} left out: held or refused by screening, or with deposits that it did not ` +
        "see, as late ones. Only --ids sweeps these"
    )
  }
  return found.ids
})

const line = (fate: OperatorTools.Fate): string => {
  const { address, id } = fate.holding
  const where = `${id} ${address}`
  return fate._tag === "Swept"
    ? `${where} swept ${usdc(fate.amount)}`
    : `${where} ${fate._tag.toLowerCase()}: ${fate.reason}`
}

const tellPlan = Effect.fnUntraced(function* (plan: OperatorTools.SweepPlan) {
  for (const { address, amount, id } of plan.blacklisted) {
    yield* Console.log(`${id} ${address} blacklisted by USDC, keeps ${usdc(amount)}`)
  }
  const holdings = plan.groups.flatMap((group) => group.holdings)
  const total = holdings.reduce((sum, { amount }) => sum + amount, 0n)
  const gas = plan.groups.reduce((sum, group) => sum + group.gas, 0n)
  yield* ServiceClient.progress(
    `${holdings.length} addresses with ${usdc(total)} to ${plan.terms.treasury}, ` +
      `${plan.empty} empty, ${plan.blacklisted.length} blacklisted`
  )
  yield* ServiceClient.progress(`${plan.groups.length} transactions, ${cost(gas, plan.fees)}`)
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
    yield* ServiceClient.progress(
      `${done.hash}: ${done.gasUsed ?? "?"} gas, ${group.gas} estimated`
    )
    left += done.fates.filter(({ _tag }) => _tag !== "Swept").length
  }
  if (left > 0) return yield* ServiceClient.failed(`${left} addresses still hold USDC.`)
})

const sweep = Command.make(
  "sweep",
  { ids, since, keystore, dryRun, maxFeeGwei },
  Effect.fn(function* ({ dryRun, ids, keystore, maxFeeGwei, since }) {
    const chain = yield* OperatorTools.chainSettings(process.env)
    const { chainId, factory: address, initCodeHash } = chain
    if (address === undefined || initCodeHash === undefined) {
      return yield* ServiceClient.failed(
        "DEPOSIT_FACTORY, DEPOSIT_INIT_CODE_HASH: `chain deploy` prints them"
      )
    }
    const key = dryRun ? undefined : yield* ChainKey.read(keystore)
    const chosen = yield* idsOf(ids, chainId, since)
    yield* ServiceClient.progress(
      `chain ${chainId}, factory ${address}, ${chosen.length} addresses`
    )
    return yield* OperatorTools.withNodes(chain, (rpc) =>
      Effect.gen(function* () {
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
).pipe(
  Command.withDescription("Move deposits to the treasury; fails when any that holds USDC is left")
)

export const chain = Command.make("chain").pipe(
  Command.withDescription(
    "Deposit addresses on Ethereum (ETHEREUM_RPC_URLS, CHAIN_ID, USDC_ADDRESS). " +
      "The key is CHAIN_PRIVATE_KEY or a keystore file"
  ),
  Command.withSubcommands([deploy, sweep])
)
