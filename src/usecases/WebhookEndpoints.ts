/** An account's webhook endpoints. */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Endpoint from "../domain/webhook/Endpoint.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as WebhookSender from "../engine/ports/WebhookSender.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"

export interface EndpointNotFound {
  readonly _tag: "EndpointNotFound"
  readonly id: string
}

export interface TooManyEndpoints {
  readonly _tag: "TooManyEndpoints"
  readonly max: number
}

export interface NewEndpoint extends Pick<Endpoint.Endpoint, "accountId" | "url" | "events"> {
  readonly description: string | null
}

/** The fields to change. */
export type EndpointChanges = Partial<
  Pick<Endpoint.Endpoint, "url" | "events" | "description" | "isActive">
>

export interface Change extends OwnedId {
  readonly changes: EndpointChanges
}

export interface RotateSecret extends OwnedId {
  /** Milliseconds for which the old secret continues to sign. */
  readonly overlapMs: number
}

export const dependencies = Effect.all({
  sender: WebhookSender.WebhookSender
})
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

type WithDirectory = Pick<Engine.Engine["Service"], "directory">

const secretBytes = 32

const newSecret = ({ sender, source }: Dependencies): string =>
  sender.newSecret(source.bytes(secretBytes))

const lockOf = (id: string): string => `endpoint ${id}`

const find = (
  { directory }: WithDirectory,
  { accountId, id }: OwnedId
): Result.Result<Endpoint.Endpoint, EndpointNotFound> => {
  const endpoint = directory.endpoint(id)
  return endpoint === undefined || endpoint.accountId !== accountId
    ? Result.fail({ _tag: "EndpointNotFound", id })
    : Result.succeed(endpoint)
}

/** An endpoint, if the account has it. */
export const get = (
  engine: WithDirectory,
  owned: OwnedId
): Effect.Effect<Endpoint.Endpoint, EndpointNotFound> =>
  Effect.suspend(() => Effect.fromResult(find(engine, owned)))

/** Endpoints of an account, newest first. */
export const list = (
  { directory }: WithDirectory,
  accountId: string
): ReadonlyArray<Endpoint.Endpoint> => [...directory.endpointsOf(accountId)].reverse()

/** Creates an endpoint. The result has the secret. Fails with `TooManyEndpoints`. */
export const register = (
  deps: Dependencies,
  request: Request.Request<Endpoint.Endpoint>,
  { accountId, description, events, url }: NewEndpoint
) => {
  const { at } = request
  const id = IdGenerator.id(deps.source, "we", at)
  const facts = { id, accountId, url, events: [...new Set(events)], description }
  const event = { _tag: "EndpointCreated", ...facts, secret: newSecret(deps), at } as const
  const max = Limits.webhooks.endpointsPerAccountMax
  return deps.engine.execute(request, {
    locks: [`endpoints ${accountId}`],
    decide: () =>
      deps.engine.directory.endpointsOf(accountId).length >= max
        ? Result.fail<TooManyEndpoints>({ _tag: "TooManyEndpoints", max })
        : Result.succeed({ events: [event], result: Endpoint.created(event) })
  })
}

/** Fails with `EndpointNotFound`. */
export const change = (
  engine: Engine.Engine["Service"],
  request: Request.Request<Endpoint.Endpoint>,
  { changes, ...owned }: Change
) =>
  engine.execute(request, {
    locks: [lockOf(owned.id)],
    decide: () =>
      Result.map(find(engine, owned), (endpoint) => {
        const { description, events, id, isActive, url } = { ...endpoint, ...changes }
        const facts = { id, url, events: [...new Set(events)], description, isActive }
        const event = { _tag: "EndpointUpdated", ...facts, at: request.at } as const
        return { events: [event], result: Endpoint.updated(endpoint, event) }
      })
  })

/** Fails with `EndpointNotFound`. */
export const remove = (
  engine: Engine.Engine["Service"],
  request: Request.Request<{ readonly id: string }>,
  owned: OwnedId
) =>
  engine.execute(request, {
    locks: [lockOf(owned.id)],
    decide: () =>
      Result.map(find(engine, owned), ({ id }) => ({
        events: [{ _tag: "EndpointDeleted", id, at: request.at } as const],
        result: { id }
      }))
  })

/** Replaces an endpoint's secret. The result has the new one. */
export const rotateSecret = (
  deps: Dependencies,
  request: Request.Request<Endpoint.Endpoint>,
  { overlapMs, ...owned }: RotateSecret
) =>
  deps.engine.execute(request, {
    locks: [lockOf(owned.id)],
    decide: () =>
      Result.map(find(deps.engine, owned), (endpoint) => {
        const facts = { id: endpoint.id, secret: newSecret(deps), overlapMs, at: request.at }
        const event = { _tag: "EndpointSecretRotated", ...facts } as const
        return { events: [event], result: Endpoint.rotated(endpoint, event) }
      })
  })
