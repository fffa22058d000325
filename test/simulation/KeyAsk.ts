/** Requests of operators to issue and revoke API keys. */
import { Effect } from "effect"
import * as Partition from "../../src/engine/Partition.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as TestAsk from "../support/ask.ts"
import { requestOf, type Service, type Voice, type Wish } from "./Requests.ts"
import { type Spread, sourcesOf } from "./Spread.ts"

const place = { partition: Partition.directory, isOfDirectory: true } as const

export const make = (draw: IdGenerator.Source, spread: Spread) => {
  const own = sourcesOf(draw, spread)(Partition.directory)
  return {
    issue:
      (voice: Voice, hash: string): Wish =>
      (moment) => {
        const { at } = moment
        const request = requestOf(voice, "keys", hash, moment)
        const id = IdGenerator.id(own, "key", at)
        const facts = { id, accountId: null, name: hash, hash, last4: "0000", at } as const
        const event = { _tag: "ApiKeyIssued", scope: "admin", ...facts } as const
        const result = { status: 201, body: JSON.stringify({ id }) }
        const decision = Effect.succeed({ events: [event], result })
        const effect = (engine: Service) => TestAsk.execute(engine, request, [], decision)
        return { ...place, request, subject: id, effect }
      },
    revoke:
      (voice: Voice, id: string, hash: string): Wish =>
      (moment) => {
        const { at } = moment
        const request = requestOf(voice, "revocations", id, moment)
        const result = { status: 200, body: JSON.stringify({ id }) }
        const events = [{ _tag: "ApiKeyRevoked", id, at }] as const
        const decision = Effect.succeed({ events, result })
        const effect = (engine: Service) => TestAsk.execute(engine, request, [], decision)
        return { ...place, request, subject: id, effect, revokes: hash }
      }
  }
}
