/** Requests about balances, and payouts that a balance pays for. */
import { Result } from "effect"
import * as Balance from "../../src/domain/balance/Balance.ts"
import * as Network from "../../src/domain/Network.ts"
import * as NewPayout from "../../src/domain/payout/NewPayout.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import type { Rules } from "../../src/engine/ports/Policy.ts"
import * as TestAsk from "../support/ask.ts"
import { requestOf, type Service, type Timeless, type Voice, type Wish } from "./Requests.ts"
import type { Breach } from "./Setting.ts"
import { type Spread, sourcesOf } from "./Spread.ts"

const openContext = (
  rules: Rules,
  draw: IdGenerator.Source,
  spread: Spread,
  breach: Breach | undefined
) => ({ drawFor: sourcesOf(draw, spread), rules, spread, breach })

type Context = ReturnType<typeof openContext>

/** Opens the balance of an account, at the latest with the second attempt. */
const open =
  ({ drawFor, spread }: Context, voice: Voice): Wish =>
  (moment) => {
    const { at } = moment
    const { accountId } = voice
    const request = requestOf(voice, "balances", "", moment)
    const partition = spread.ofAccount(accountId)
    const id = IdGenerator.id(drawFor(partition), "bal", at)
    const event = { _tag: "BalanceOpened", id, at, accountId, depositAddress: `0x${id}` } as const
    const effect = (engine: Service) =>
      TestAsk.askFor(request, (asked) =>
        engine.execute(asked, {
          locks: [`balance ${accountId}`],
          decide: () => {
            const existing = engine.balanceOf(accountId)
            const body = JSON.stringify({ id: existing?.id ?? id })
            const events = existing === undefined ? [event] : []
            return Result.succeed({ events, result: { status: 200, body } })
          }
        })
      )
    return { request, partition, subject: id, effect }
  }

const command =
  ({ spread }: Context, voice: Voice, id: string, given: Timeless<Balance.Command>): Wish =>
  (moment) => {
    const { at } = moment
    const request = requestOf(voice, "balances", `${id} ${JSON.stringify(given)}`, moment)
    const effect = (engine: Service) =>
      TestAsk.ask(
        request,
        ({ amount, movements }: Balance.Balance) => ({
          status: 200,
          body: JSON.stringify({ id, amount, movements })
        }),
        (asked) => engine.commandBalance(asked, id, { ...given, at } as Balance.Command)
      )
    return { request, partition: spread.ofId(id), subject: id, effect }
  }

interface TooLittle {
  readonly _tag: "TooLittle"
}

/** A correction by operators. What it takes counts as used from the decision on. */
const correct =
  (
    { breach, drawFor, spread }: Context,
    voice: Voice,
    accountId: string,
    given: Omit<Balance.Correction, "_tag" | "at">
  ): Wish =>
  (moment) => {
    const { at } = moment
    const { amount } = given
    const request = requestOf(voice, "balances", `corrected ${JSON.stringify(given)}`, moment)
    const partition = spread.ofAccount(accountId)
    const correctionId = IdGenerator.id(drawFor(partition), "cor", at)
    const decide = (engine: Service) => {
      const state = engine.balanceOf(accountId)
      const isForgetful = breach === "engine forgets the escrow"
      if (state === undefined || engine.availableBalance(accountId) + amount < 0) {
        return Result.fail<TooLittle>({ _tag: "TooLittle" })
      }
      const event = Balance.correct(state, { _tag: "Correct", at, ...given }, correctionId)
      const isTaken = event?._tag === "BalanceCorrected" && amount < 0 && !isForgetful
      return Result.succeed({
        events: event === undefined ? [] : [event],
        result: { status: 200, body: JSON.stringify({ accountId, amount }) },
        reservation: isTaken ? { accountId, amount: -amount } : undefined
      })
    }
    const effect = (engine: Service) =>
      TestAsk.askFor(request, (asked) =>
        engine.execute(asked, { locks: [`balance ${accountId}`], decide: () => decide(engine) })
      )
    return { request, partition, subject: accountId, effect }
  }

/** A payout from the balance. Its amount counts as used from the decision on. */
const payout =
  (context: Context, voice: Voice, quoteId: string, name: string): Wish =>
  (moment) => {
    const { at } = moment
    const { accountId } = voice
    const request = requestOf(voice, "payouts", `${quoteId} ${name} from the balance`, moment)
    const partition = context.spread.ofAccount(accountId)
    const id = IdGenerator.id(context.drawFor(partition), "po", at)
    const wanted = (depositAddress: string): NewPayout.Proposal => ({
      ...{ id, accountId, quoteId, at, name, phone: "+256770000002", depositAddress },
      ...{ batchId: null, network: Network.bySlug("MTN_UG"), metadata: {} },
      ...{ idempotencyKey: voice.key ?? null, beneficiaryId: null, reference: null },
      ...{ refundAddress: null, funding: "balance" }
    })
    const isForgetful = context.breach === "engine forgets the escrow"
    const effect = (engine: Service) =>
      TestAsk.askFor(request, (asked) =>
        engine.execute(asked, {
          locks: [`quote ${quoteId}`],
          read: () => engine.quote(quoteId),
          decide: (quote) => {
            const address = engine.balanceOf(accountId)?.depositAddress ?? ""
            const available = engine.availableBalance(accountId)
            const decided = Result.flatMap(
              NewPayout.decide(wanted(address), quote, context.rules),
              (event): Result.Result<PayoutEvent.Created, Refusal> =>
                NewPayout.afford(event, available)
            )
            return Result.map(decided, (event) => ({
              events: NewPayout.events(event),
              result: { status: 201, body: JSON.stringify({ id, at }) },
              reservation: isForgetful ? undefined : { accountId, amount: event.sourceAmount }
            }))
          }
        })
      )
    return { request, partition, subject: quoteId, effect }
  }

type Refusal = NewPayout.Rejection | NewPayout.BalanceInsufficient

export const make = (...parts: Parameters<typeof openContext>) => {
  const context = openContext(...parts)
  return {
    open: (voice: Voice) => open(context, voice),
    command: (voice: Voice, id: string, given: Timeless<Balance.Command>) =>
      command(context, voice, id, given),
    correct: (voice: Voice, accountId: string, given: Omit<Balance.Correction, "_tag" | "at">) =>
      correct(context, voice, accountId, given),
    payout: (voice: Voice, quoteId: string, name: string) => payout(context, voice, quoteId, name)
  }
}

export type BalanceAsks = ReturnType<typeof make>
