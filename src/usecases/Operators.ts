/** Operators' keys, which operators and staff issue, rotate and revoke. */
import { Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ApiKey from "../domain/account/ApiKey.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import * as Operator from "../domain/account/Operator.ts"
import type { Registry } from "../domain/account/Registry.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as Issuance from "./Issuance.ts"

/** Lock of all operators' keys, because each decision depends on all of them. */
const lock = "operators"

/** Operators' keys including revoked ones, newest first. */
export const list = ({
  registry
}: Pick<Engine.Engine["Service"], "registry">): ReadonlyArray<ApiKey.ApiKey> =>
  [...Operator.keysOf(registry)].reverse()

export interface Issue {
  readonly name: string
  readonly bounds: ApiKey.Bounds
}

export const issue = (
  issuer: ApiKeys.Issuer,
  request: Request.Request<ApiKeys.IssuedKey>,
  { bounds, name }: Issue
) => {
  const { engine } = issuer
  const { at, by } = request
  const decide = () => {
    const refusal =
      Operator.refuseName(engine.registry, { name, at }) ??
      ApiKey.refuseExpiry(bounds, at, Limits.identity.keyTermMsMax) ??
      KeyIssuer.refuseTerm(engine.registry, by, bounds) ??
      Operator.refuseCount(engine.registry, { at, max: Limits.identity.keysMax })
    if (refusal !== undefined) return Result.fail(refusal)
    const key = { accountId: null, name, scope: "admin", bounds } as const
    return Result.succeed(ApiKeys.decideIssue(issuer, request, key))
  }
  return Issuance.execute(engine, request, { locks: [lock], accountId: null, decide })
}

/** The rotation would end the sender's own key, which the replaced key issued. */
export interface EndsWithReplaced {
  readonly _tag: "EndsWithReplaced"
}

export interface Rotate {
  readonly id: string
  /** Milliseconds for which both keys work. */
  readonly overlapMs: number
}

const refuseOwnEnd = (
  { keys }: Pick<Registry, "keys">,
  by: string,
  { id, overlapMs }: Pick<Rotate, "id" | "overlapMs">
): EndsWithReplaced | undefined =>
  overlapMs === 0 && by !== id && KeyIssuer.keysEndingWith(keys, id).has(by)
    ? { _tag: "EndsWithReplaced" }
    : undefined

/** Replaces a key. It can be replaced once, because two successors would have the same name. */
export const rotate = (
  issuer: ApiKeys.Issuer,
  request: Request.Request<ApiKeys.IssuedKey>,
  { id, overlapMs }: Rotate
) => {
  const { engine } = issuer
  const { at, by } = request
  const { registry } = engine
  const decide = () =>
    Result.gen(function* () {
      const old = yield* ApiKey.findActive(registry.keys, null, id, at)
      const refusal =
        Operator.refuseName(registry, { name: old.name, at, replaces: id }) ??
        KeyIssuer.refuseTerm(registry, by, ApiKey.boundsOf(old)) ??
        refuseOwnEnd(registry, by, { id, overlapMs }) ??
        Operator.refuseCount(registry, {
          ...{ at, max: Limits.identity.keysMax, spared: overlapMs === 0 ? 1 : 0 }
        })
      if (refusal !== undefined) return yield* Result.fail(refusal)
      return ApiKeys.decideRotation(issuer, request, old, overlapMs)
    })
  return Issuance.execute(engine, request, { locks: [lock], accountId: null, ends: id, decide })
}

export const revoke = (
  engine: Engine.Engine["Service"],
  request: Request.Request<ApiKeys.RevokedKey>,
  { id }: { readonly id: string }
) =>
  engine.execute(request, {
    locks: [lock, ...Issuance.locksOf(engine.registry, [id])],
    decide: () =>
      Result.map(Operator.revoke(engine.registry, id, request.at), (events) => ({
        events,
        result: { id }
      }))
  })
