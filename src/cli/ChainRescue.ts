/**
 * `chain rescue`: money that payers sent to deposit addresses on another chain, or in another
 * token. The service proves and books each deposit before anything moves, and opens its refund
 * (L6). So a rescue that stops anywhere is continued by running it again: booking and sweeping
 * twice change nothing.
 */
import { Clock, Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { Address } from "viem"
import * as OperatorTools from "../app/OperatorTools.ts"
import type { AdminBatch, AdminPayout, PayoutClient } from "../client/main.ts"
import * as Limits from "../config/Limits.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import * as ChainFlags from "./ChainFlags.ts"
import * as ChainKey from "./ChainKey.ts"
import { chain as ChainWords, rescue as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

/** The asset to rescue, and the nodes of its chain. */
interface Asset {
  readonly urls: ReadonlyArray<string>
  readonly chainId: number
  readonly token: Address
}

interface Subject {
  readonly id: string
  readonly address: Address
  /** The payout or batch as the service shows it. */
  readonly shown: AdminPayout | AdminBatch
}

interface Found extends Subject {
  readonly txHashes: ReadonlyArray<string>
}

const isPayout = (shown: Subject["shown"]): shown is AdminPayout => "payout_id" in shown

const read = (client: PayoutClient, id: string) =>
  ServiceClient.call(
    (signal): Promise<Subject["shown"]> =>
      id.startsWith("po_")
        ? client.admin.payouts.get(id, { signal })
        : client.admin.batches.get(id, { signal })
  )

/** The reason why money of a payout or batch must stay where it is, if there is one. */
const keptBecause = (shown: Subject["shown"]): string | undefined => {
  if (isPayout(shown) && shown.frozen !== undefined) return Words.frozen
  if (isPayout(shown) && shown.status === "COMPLIANCE_HOLD") return Words.held
  return shown.refund_hold === null ? undefined : Words.refundHeld
}

/** Payouts and batches by their ids, each checked against its deposit address. */
const subjectsOf = Effect.fnUntraced(function* (
  client: PayoutClient,
  factory: Parameters<typeof OperatorTools.depositAddress>[0],
  ids: ReadonlyArray<string>
) {
  const addressOf = yield* OperatorTools.depositAddress(factory)
  return yield* Effect.forEach(
    ids,
    Effect.fnUntraced(function* (id) {
      const shown = yield* read(client, id)
      const address = addressOf(id) as Address
      if (shown.deposit_address !== address) {
        return yield* ServiceClient.failed(Words.otherAddress(id, shown.deposit_address))
      }
      return { id, address, shown } satisfies Subject
    })
  )
})

/** The token of the flag, or USDC on the chain. */
const tokenOf = Effect.fnUntraced(function* (chainId: number, given: Option.Option<string>) {
  if (Option.isSome(given)) return yield* ChainFlags.addressOf(given.value)
  const usdc = KnownChain.find(chainId)?.usdc
  return usdc ?? (yield* ServiceClient.failed(Words.tokenUnknown(chainId)))
})

/** The address of a token; `undefined` for Circle's USDC. */
const nameOf = ({ chainId, token }: Pick<Asset, "chainId" | "token">): string | undefined =>
  KnownChain.isUsdc(chainId, token) ? undefined : token

type Settings = Effect.Success<ReturnType<typeof OperatorTools.chainSettings>>

/**
 * Refuses a treasury that is a contract on the service's own chain and nothing on this one: no one
 * may control it here.
 */
const checkTreasury = Effect.fnUntraced(function* (own: Settings, asset: Asset, factory: Address) {
  const { isContract, treasury } = yield* OperatorTools.withNodes(
    own,
    Effect.fnUntraced(function* (rpc) {
      const treasury = yield* OperatorTools.treasuryOf(rpc, factory)
      return { treasury, isContract: yield* rpc.hasCode(treasury) }
    })
  )
  if (OperatorTools.factoryOf(treasury) !== factory) {
    return yield* ServiceClient.failed(Words.otherFactory(factory))
  }
  const isThere = yield* OperatorTools.withNodes(asset, (rpc) => rpc.hasCode(treasury))
  return isContract && !isThere
    ? yield* ServiceClient.failed(Words.treasuryMissing(treasury, KnownChain.nameOf(asset.chainId)))
    : treasury
})

/** The transactions that sent the token to the addresses. */
const find = Effect.fnUntraced(function* (asset: Asset, subjects: ReadonlyArray<Subject>) {
  const since = Math.min(...subjects.map(({ shown }) => Date.parse(shown.created_at)))
  const addresses = subjects.map(({ address }) => address)
  return yield* OperatorTools.withNodes(
    asset,
    Effect.fnUntraced(function* (rpc) {
      const { token } = asset
      const decimals = yield* OperatorTools.tokenDecimals(rpc, token)
      const transfers = yield* OperatorTools.findTransfers(rpc, { addresses, token }, since)
      const found = subjects.flatMap((subject): ReadonlyArray<Found> => {
        const own = transfers
          .filter(({ to }) => to === subject.address.toLowerCase())
          .toSorted((one, other) => Number(other.value - one.value))
          // Small transfers, which anyone can send, leave the others their places.
          .slice(0, ForeignDeposit.countMax)
        const txHashes = [...new Set(own.map(({ txHash }) => txHash))]
        return txHashes.length === 0 ? [] : [{ ...subject, txHashes }]
      })
      const amountOf = (address: Address): bigint =>
        transfers.reduce(
          (sum, { to, value }) => (to === address.toLowerCase() ? sum + value : sum),
          0n
        )
      return { decimals, found, amountOf }
    })
  )
})

/** Repeats a read until it holds, for as long as the limit allows. `undefined` if it never did. */
const poll = Effect.fnUntraced(function* <A, E, R>(
  look: Effect.Effect<A | undefined, E, R>,
  pollMs: number,
  waitMs: number
) {
  const until = (yield* Clock.currentTimeMillis) + waitMs
  while (true) {
    const seen = yield* look
    if (seen !== undefined || (yield* Clock.currentTimeMillis) > until) return seen
    yield* Effect.sleep(pollMs)
  }
})

const bookPart = (
  client: PayoutClient,
  { chainId, token }: Asset,
  id: string,
  txHashes: ReadonlyArray<string>
) => {
  const body = {
    ...{ reason: Words.reason, chain_id: chainId, token_address: token },
    tx_hashes: txHashes
  }
  return ServiceClient.call(
    (signal): Promise<Subject["shown"]> =>
      id.startsWith("po_")
        ? client.admin.payouts.foreignDeposits(id, body, { signal })
        : client.admin.batches.foreignDeposits(id, body, { signal })
  ).pipe(
    Effect.catchTag("CommandFailed", (failure) =>
      failure.codes.includes("not_final") ? Effect.succeed(undefined) : Effect.fail(failure)
    )
  )
}

/** Books the deposits of a payout or batch, once they are final. */
const book = Effect.fnUntraced(function* (
  client: PayoutClient,
  asset: Asset,
  { id, shown, txHashes }: Found,
  pollMs: number
) {
  const size = Limits.http.foreignTransactionsMax
  let booked: Subject["shown"] = shown
  for (let start = 0; start < txHashes.length; start += size) {
    const part = bookPart(client, asset, id, txHashes.slice(start, start + size))
    const done = yield* poll(part, pollMs, Limits.contracts.finalMsMax)
    if (done === undefined) return yield* ServiceClient.failed(Words.notFinal(id))
    booked = done
  }
  return booked
})

/** True if the senders of all foreign deposits were screened. */
const isScreened = (shown: Subject["shown"]): boolean =>
  (shown.foreign_deposits ?? []).every(({ is_screened }) => is_screened)

/**
 * Books deposits, and waits for the screening of their senders. Returns the address if its money
 * may move.
 */
const release = Effect.fnUntraced(function* (
  client: PayoutClient,
  asset: Asset,
  found: Found,
  pollMs: number
) {
  const { id } = found
  const keep = (because: string) => Effect.as(Console.log(Words.notRescued(id, because)), undefined)
  const before = keptBecause(found.shown)
  if (before !== undefined) return yield* keep(before)
  yield* book(client, asset, found, pollMs)
  yield* ServiceClient.progress(Words.booked(id, found.txHashes.length))
  const screened = yield* poll(
    Effect.map(read(client, id), (shown) =>
      isScreened(shown) || keptBecause(shown) !== undefined ? shown : undefined
    ),
    pollMs,
    Limits.contracts.screenedMsMax
  )
  const because = screened === undefined ? Words.notScreened : keptBecause(screened)
  return because === undefined ? found : yield* keep(because)
})

interface Plan extends Asset {
  readonly treasury: Address
  readonly factory: Parameters<typeof OperatorTools.depositAddress>[0]
  readonly shown: (amount: bigint) => string
  readonly keystore: Option.Option<string>
  readonly maxFeeGwei: number
}

/** Deploys the factory where it is missing, and sweeps. Returns the number of failed addresses. */
const move = Effect.fnUntraced(function* (plan: Plan, ids: ReadonlyArray<string>) {
  const { chainId, factory, keystore, maxFeeGwei, shown, token, treasury } = plan
  const key = yield* ChainKey.read(keystore)
  return yield* OperatorTools.withNodes(
    plan,
    Effect.fnUntraced(function* (rpc) {
      const sender = yield* OperatorTools.makeSender(rpc, { key, chainId, feeGweiMax: maxFeeGwei })
      const from = sender.address
      yield* OperatorTools.deploy(
        rpc,
        sender,
        yield* OperatorTools.planFactory(rpc, treasury, from)
      )
      const sweep = yield* OperatorTools.planSweep(rpc, { token, factory, ids, from })
      for (const { address, amount, id } of sweep.blacklisted) {
        yield* Console.log(ChainWords.blacklisted(`${id} ${address}`, shown(amount)))
      }
      let left = sweep.blacklisted.length
      for (const group of sweep.groups) {
        const done = yield* OperatorTools.sweep(sender, sweep, group)
        for (const fate of done.fates) yield* Console.log(ChainFlags.line(fate, shown))
        left += done.fates.filter(({ _tag }) => _tag !== "Swept").length
      }
      return left
    })
  )
})

/** Shows the refunds in the asset that are due, with their addresses. */
const tellRefunds = Effect.fnUntraced(function* (
  client: PayoutClient,
  { chainId, token }: Asset,
  ids: ReadonlyArray<string>
) {
  for (const id of ids) {
    const { foreign_refunds: refunds = [], refund_address: address } = yield* read(client, id)
    for (const { chain, chain_id, status, token_address, token_amount } of refunds) {
      if (chain_id !== chainId || token_address !== token.toLowerCase()) continue
      yield* Console.log(
        Words.refund({
          id,
          status,
          amount: Words.amount(token_amount, nameOf({ chainId, token }), chain),
          address
        })
      )
    }
  }
})

const flags = {
  chainRpc: Flag.String("chain-rpc").pipe(Flag.withDescription(Words.flags.chainRpc)),
  token: Flag.String("token").pipe(Flag.withDescription(Words.flags.token), Flag.optional),
  ids: Flag.String("ids").pipe(Flag.withDescription(Words.flags.ids)),
  keystore: ChainFlags.keystore,
  dryRun: ChainFlags.dryRun,
  maxFeeGwei: ChainFlags.maxFeeGwei,
  pollMs: ServiceClient.pollMs,
  url: ServiceClient.url
}

/** The factory of the settings. */
const factoryOf = ({ factory: address, initCodeHash }: Settings) =>
  address === undefined || initCodeHash === undefined
    ? ServiceClient.failed(ChainWords.factoryUnknown)
    : Effect.succeed({ address, initCodeHash })

export const rescue = Command.make(
  "rescue",
  flags,
  Effect.fn(function* (given) {
    const { dryRun, keystore, maxFeeGwei, pollMs } = given
    const own = yield* OperatorTools.chainSettings(process.env)
    const factory = yield* factoryOf(own)
    const client = yield* ServiceClient.operator(given.url)
    const subjects = yield* subjectsOf(client, factory, yield* ChainFlags.idsOf(given.ids))
    const urls = ChainFlags.urlsOf(given.chainRpc)
    const chainId = yield* OperatorTools.chainIdOf(urls)
    const asset = { urls, chainId, token: yield* tokenOf(chainId, given.token) }
    const treasury = yield* checkTreasury(own, asset, factory.address)
    const { amountOf, decimals, found } = yield* find(asset, subjects)
    const chainName = KnownChain.nameOf(chainId)
    const shown = (amount: bigint): string =>
      Words.amount(
        ForeignDeposit.format({ decimals, units: String(amount) }),
        nameOf(asset),
        chainName
      )
    yield* ServiceClient.progress(Words.searched(subjects.length, found.length, treasury))
    for (const { address, id, txHashes } of found) {
      yield* Console.log(Words.found(`${id} ${address}`, shown(amountOf(address)), txHashes))
    }
    if (dryRun || found.length === 0) return
    const moved = yield* Effect.forEach(found, (one) => release(client, asset, one, pollMs))
    const ids = moved.flatMap((one) => (one === undefined ? [] : [one.id]))
    const plan = { ...asset, treasury, factory, shown, keystore, maxFeeGwei }
    const failed = ids.length === 0 ? 0 : yield* move(plan, ids)
    yield* tellRefunds(client, asset, ids)
    const left = found.length - ids.length + failed
    if (left > 0) return yield* ServiceClient.failed(Words.left(left))
  })
).pipe(Command.withDescription(Words.command))
