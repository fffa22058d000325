/** Keys of operators: issued and revoked by operators and staff. */
import { Effect, Result } from "effect"
import type * as ApiKey from "../domain/account/ApiKey.ts"
import * as Operator from "../domain/account/Operator.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as Issuance from "./Issuance.ts"

/** The lock of all operators' keys: each decision looks at all of them. */
const lock = "operators"

/** Newest first, revoked ones too. */
export const list = ({
  registry
}: Pick<Engine.Engine["Service"], "registry">): ReadonlyArray<ApiKey.ApiKey> =>
  [...Operator.keysOf(registry)].reverse()

export interface Issue {
  readonly request: Request.Request<ApiKeys.IssuedKey>
  readonly name: string
}

export const issue = (issuer: ApiKeys.Issuer, { name, request }: Issue) => {
  const { engine } = issuer
  const decided = Effect.suspend(() => {
    const refusal = Operator.refuseName(engine.registry, name)
    return refusal === undefined
      ? Effect.succeed(ApiKeys.issued(issuer, request, { accountId: null, name, scope: "admin" }))
      : Effect.fail(refusal)
  })
  return Issuance.execute(engine, { request, lock, accountId: null }, decided)
}

export interface Revoke {
  readonly request: Request.Request<ApiKeys.Revoked>
  readonly id: string
}

export const revoke = (engine: Engine.Engine["Service"], { id, request }: Revoke) =>
  engine.execute(
    request,
    [lock],
    Effect.suspend(() =>
      Effect.fromResult(
        Result.map(Operator.revoke(engine.registry, id, request.at), (event) => ({
          events: [event],
          result: { id }
        }))
      )
    )
  )
