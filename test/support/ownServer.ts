/** An embedded PostgreSQL that a test or drill may stop and start again on the same data. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { Effect, Exit, Scope } from "effect"
import * as EmbeddedServer from "../../src/postgres/server/EmbeddedServer.ts"
import * as Servers from "../faults/servers.ts"

export interface OwnServer extends Servers.Server {
  /** Stops the server as a machine crash would: it closes no session, and later replays its log. */
  readonly crash: () => Promise<void>
  /** Starts the server again. Resolves when it accepts connections. */
  readonly restart: () => Promise<void>
  /** Stops the server and removes its data. */
  readonly close: () => Promise<void>
}

interface Started {
  readonly embedded: EmbeddedServer.Embedded
  readonly scope: Scope.Closeable
}

const begin = Effect.fnUntraced(function* (dataDir: string) {
  const scope = yield* Scope.make()
  const settings = { max_connections: "300" }
  const embedded = yield* EmbeddedServer.start({ dataDir, settings }).pipe(
    Scope.provide(scope),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  return { embedded, scope } satisfies Started
})

const release = ({ scope }: Started) => Scope.close(scope, Exit.void)

export const start = async (): Promise<OwnServer> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-nodes-"))
  fs.chmodSync(folder, 0o711)
  const dataDir = path.join(folder, "data")
  let started = await Effect.runPromise(begin(dataDir))
  const crash = async () => {
    const { embedded } = started
    process.kill(embedded.pid, "SIGQUIT")
    await Effect.runPromise(Effect.exit(embedded.exited))
    await Effect.runPromise(release(started))
  }
  return {
    ...Servers.at(started.embedded),
    crash,
    restart: async () => {
      started = await Effect.runPromise(begin(dataDir))
    },
    close: async () => {
      await Effect.runPromise(release(started))
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}
