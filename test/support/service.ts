/**
 * The whole service in this process, over a real database and a real socket, with a small client.
 * Time in the sandbox runs a thousand times faster by default.
 */
import { Effect, Layer, Redacted, type Scope } from "effect"
import { HttpServer } from "effect/http"
import * as Application from "../../src/app/Application.ts"
import * as Storage from "../../src/app/Storage.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Engine from "../../src/engine/Engine.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import type * as Screening from "../../src/engine/ports/Screening.ts"
import * as ConservationCheck from "../../src/engine/state/ConservationCheck.ts"
import * as DashboardSite from "../../src/http/middleware/DashboardSite.ts"
import * as Database from "../../src/postgres/Database.ts"
import * as LeaderLock from "../../src/postgres/log/LeaderLock.ts"
import * as ApiKeySecret from "../../src/usecases/ApiKeySecret.ts"
import * as Bootstrap from "../../src/usecases/Bootstrap.ts"
import * as Servers from "../faults/servers.ts"
import * as AnswerRecord from "./answerRecord.ts"
import { dataKey } from "./dataKey.ts"
import { build, type RunningEngine } from "./engine.ts"
import { nodes, partitions } from "./partitions.ts"
import * as Postgres from "./postgres.ts"
import * as Prism from "./prism.ts"
import * as ServedByNodes from "./servedByNodes.ts"

export const apiKey = "sk_sandbox_0123456789abcdef"
export const adminKey = "ak_sandbox_0123456789abcdef"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The origin that links in the response have; empty if the service knows no address. */
  readonly origin: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, looked into freely by tests
  readonly json: any
}

interface Call {
  readonly body?: unknown
  /** The exact bytes to send instead of a JSON body. */
  readonly raw?: string
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Service {
  readonly url: string
  /** The engine of the partition with the account of `apiKey`. */
  readonly engine: RunningEngine
  /** Runs a decision in the directory's partition, which also has the operators' bookings. */
  readonly executeInDirectory: RunningEngine["executeOwn"]
  /** The token of the first user's invitation to the dashboard, after a first start. */
  readonly token: string | undefined
  /** Sends a request. `key: null` sends no Authorization header. */
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>
  readonly quote: (key: string, more?: Readonly<Record<string, unknown>>) => Promise<Answer>
  readonly payout: (key: string, more?: Readonly<Record<string, unknown>>) => Promise<Answer>
}

const json = (text: string) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends requests to an address. `host` is the address at which the service gets them. */
export const caller =
  (url: string, host = url): Service["call"] =>
  async (method, path, call = {}) => {
    const key = call.key === undefined ? apiKey : call.key
    const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...call.headers
    }
    const response = await fetch(`${url}${path}`, {
      ...{ method, headers, redirect: "manual" },
      ...(body === undefined ? {} : { body })
    })
    if (Prism.isBetween) Prism.assertDescribed(`${method} ${path}`, response)
    const text = await response.text()
    if (AnswerRecord.isRecording) {
      const request = { method, path, by: AnswerRecord.callerOf(headers), body }
      AnswerRecord.write(AnswerRecord.lineOf(request, response, text))
    }
    const { headers: received, status } = response
    return { status, headers: received, text, json: json(text), origin: new URL(host).origin }
  }

/** Adapters that replace or wrap the adapters of the settings. */
export type Adapters = Layer.Layer<Ports, never, Ports>
type Ports = Chain.Chain | Provider.Provider | Screening.Screening

type Environment = Readonly<Record<string, string>>

/** The settings of a test's service. */
const common: Environment = {
  DATA_KEY: dataKey,
  SANDBOX_TIME_SCALE: "0.001",
  SANDBOX_REFUNDS: "manual",
  WEBHOOK_ALLOW_LOOPBACK: "true",
  RATE_LIMITS: "off"
}

/** The requests that many tests make. */
const requests = (call: Service["call"]): Pick<Service, "call" | "quote" | "payout"> => {
  const quote: Service["quote"] = (key, more) =>
    call("POST", "/v1/quotes", {
      body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: key, ...more }
    })
  const payout: Service["payout"] = async (key, more) => {
    const quoted = await quote(`quote for ${key}`)
    return call("POST", "/v1/payouts", {
      body: {
        quote_id: quoted.json.quote_id,
        recipient_phone: "+256770000001",
        network: "MTN_UG",
        idempotency_key: key,
        ...more
      }
    })
  }
  return { call, quote, payout }
}

/** Real processes behind one address, for tests that only send requests. */
const startNodes = (environment: Environment): Effect.Effect<Service, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const server = Servers.shared()
    const database = yield* Effect.acquireRelease(
      Effect.promise(() => Servers.create(server)),
      (name) => Effect.promise(() => Servers.drop(server, name))
    )
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() =>
        ServedByNodes.start(server.url(database), {
          ...{ ...common, SANDBOX_API_KEY: apiKey, ADMIN_API_KEY: adminKey },
          ...environment
        })
      ),
      ({ stop }) => Effect.promise(() => stop("SIGKILL"))
    )
    return {
      ...{ url, token: undefined, ...requests(caller(url)) },
      get engine(): RunningEngine {
        throw new Error("the engines of nodes are in separate processes")
      },
      get executeInDirectory(): RunningEngine["executeOwn"] {
        throw new Error("the engines of nodes are in separate processes")
      }
    }
  })

/**
 * Starts a service on a database; `undefined` makes a new one. `assetsDir` has another build of the
 * dashboard.
 */
export const start = (
  environment: Environment = {},
  to?: Postgres.Connection,
  adapters: Layer.Layer<never> | Adapters = Layer.empty,
  assetsDir?: string
): Effect.Effect<Service, unknown, Scope.Scope> =>
  nodes > 1 ? startNodes(environment) : startHere(environment, to, adapters, assetsDir)

const siteOf = (settings: Settings.Settings, assetsDir: string | undefined) => {
  const usual = Application.site(settings)
  if (assetsDir === undefined) return usual
  const built = Effect.map(DashboardSite.Site, (site) => ({ ...site, assetsDir }))
  return Layer.effect(DashboardSite.Site, built).pipe(Layer.provide(usual))
}

const throughPrism = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() => Prism.start(url)),
    ({ close }) => Effect.sync(close)
  )

const startHere = (
  environment: Environment,
  to: Postgres.Connection | undefined,
  adapters: Layer.Layer<never> | Adapters,
  assetsDir: string | undefined
): Effect.Effect<Service, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const settings = yield* Settings.read({
      ...{ PORT: "0", PARTITIONS: partitions, ...common },
      ...environment
    })
    const connection = to ?? (yield* Postgres.database)
    const prepared = Layer.effectDiscard(
      Database.prepare({ ...settings, schemaDir: Storage.schemaDir })
    ).pipe(
      Layer.provideMerge(LeaderLock.layer(Storage.partitionsOf(settings))),
      Layer.provideMerge(Postgres.clientOnly(connection))
    )
    // As in the program, the keys of people are opened once the tables are there.
    const database = Layer.provideMerge(Storage.people(settings), prepared)
    const { context, states } = yield* build((engineOn) =>
      Application.service(settings, engineOn).pipe(
        // Tests check every entry about money, and not only a sample.
        Layer.provide(Layer.succeed(ConservationCheck.SampleInterval, 1)),
        Layer.provide(Application.people(settings)),
        Layer.provide(siteOf(settings, assetsDir)),
        Layer.provide(database),
        Layer.provideMerge(Application.listener(settings)),
        Layer.provideMerge(adapters as Adapters),
        Layer.provideMerge(Application.adapters(settings))
      )
    )
    return yield* Effect.gen(function* () {
      const { token } = yield* Bootstrap.run({
        sandboxApiKey: Redacted.make(apiKey),
        adminApiKey: Redacted.make(adminKey)
      })
      const { at, directory, ofAccount } = yield* Partitions.Partitions
      const key = directory.keyByHash(ApiKeySecret.hash(apiKey))
      const number = ofAccount(key?.accountId ?? "")
      const first = yield* Engine.Engine
      const engine: RunningEngine = {
        ...(at(number)?.engine ?? first),
        state: states[number] as RunningEngine["state"]
      }
      const url = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const asked = Prism.isBetween ? (yield* throughPrism(url)).url : url
      return {
        ...{ url, engine, executeInDirectory: first.executeOwn, token },
        ...requests(caller(asked, url))
      }
    }).pipe(Effect.provideContext(context))
  })
