/** Requests of withdrawals, and decisions about them. */
import { Effect } from "effect"
import type * as Withdrawal from "../../src/domain/balance/Withdrawal.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Withdrawals from "../../src/usecases/Withdrawals.ts"
import * as TestAsk from "../support/ask.ts"
import { requestOf, type Service, type Timeless, type Voice, type Wish } from "./Requests.ts"
import { type Spread, sourcesOf } from "./Spread.ts"

const shown = ({ id, sequence, status }: Withdrawal.Withdrawal) => ({
  status: 200,
  body: JSON.stringify({ id, sequence, status })
})

type Wanted = Pick<Withdrawals.NewWithdrawal, "addressId" | "amount">

export const make = (draw: IdGenerator.Source, spread: Spread) => {
  const drawFor = sourcesOf(draw, spread)

  /** Requests a withdrawal to a named address. Amount in micro-USDC. */
  const request =
    (voice: Voice, wanted: Wanted): Wish =>
    (moment) => {
      const { accountId } = voice
      const asked = requestOf(voice, "withdrawals", JSON.stringify(wanted), moment)
      const partition = spread.ofAccount(accountId)
      const source = drawFor(partition)
      const effect = (engine: Service) =>
        TestAsk.ask(asked, shown, (command) =>
          Withdrawals.request({ engine, source, vet: () => Effect.void }, command, {
            ...{ accountId, reference: null },
            ...wanted
          })
        )
      return { request: asked, partition, subject: wanted.addressId, effect }
    }

  /** Gives a command to a withdrawal. */
  const command =
    (voice: Voice, id: string, given: Timeless<Withdrawal.Command>): Wish =>
    (moment) => {
      const { at } = moment
      const asked = requestOf(voice, "withdrawals", `${id} ${JSON.stringify(given)}`, moment)
      const effect = (engine: Service) =>
        TestAsk.ask(asked, shown, (request) =>
          engine.commandWithdrawal(request, id, { ...given, at } as Withdrawal.Command)
        )
      return { request: asked, partition: spread.ofId(id), subject: id, effect }
    }

  /** The id of a new address in the partition of an account. */
  const newAddressId = (accountId: string, at: number): string =>
    IdGenerator.id(drawFor(spread.ofAccount(accountId)), "adr", at)

  return { request, command, newAddressId }
}

export type WithdrawalAsks = ReturnType<typeof make>
