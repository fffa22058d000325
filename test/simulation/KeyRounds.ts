/**
 * API keys are issued, used at every node and revoked. After the response to a revocation no node
 * admits the key, even if it reads the directory late.
 */
import { Effect } from "effect"
import { type Desk, idOf } from "./Desk.ts"
import * as KeyAsk from "./KeyAsk.ts"
import type { Nodes } from "./Nodes.ts"

const life = Effect.fnUntraced(function* (desk: Desk, nodes: Nodes, name: string) {
  const { client, setting } = desk
  const own = setting.random.stream(name)
  const asks = KeyAsk.make(setting.random.stream(`ids of ${name}`), setting.spread)
  const voice = { by: "operator", accountId: "operators", key: name }
  const hash = `hash of ${name}`
  const id = idOf(yield* client.ask(asks.issue(voice, hash)))
  if (id === undefined) return
  const knock = Effect.suspend(() => {
    for (const node of nodes.all()) nodes.knock(node, hash)
    return Effect.sleep(own.int(0, own.pick([5, 100, 1_000])))
  })
  yield* Effect.sleep(own.int(0, 2_000))
  // Before the response to the revocation, some nodes may still admit the key.
  const knocks = Effect.repeat(knock, { times: 100 })
  setting.machine.world.run(knocks)
  yield* client.ask(asks.revoke(voice, id, hash))
  yield* knocks
})

/** Runs one round after the other, until the faults cease. */
export const begin = (desk: Desk, nodes: Nodes): void => {
  const { faults, machine, random } = desk.setting
  const pauses = random.stream("pauses between keys")
  const rounds = Effect.gen(function* () {
    for (let round = 0; !faults.hasCeased() && round < 40; round++) {
      yield* Effect.sleep(pauses.int(100, pauses.chance(0.5) ? 5_000 : 60_000))
      yield* life(desk, nodes, `key ${round}`)
    }
  })
  machine.world.run(rounds)
}
