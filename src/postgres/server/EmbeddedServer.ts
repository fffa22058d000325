/**
 * A real PostgreSQL 18 inside the data folder, so that one command runs the whole engine.
 *
 *   <dataDir>/postgres      the cluster (`postgres.new-*`: one that initdb has not finished)
 *   <dataDir>/socket        its unix socket, 0700; no TCP port is ever opened
 *   <dataDir>/postgres.log  its log, and `.1`, the one before
 *
 * The folder's server is read from `postmaster.pid` and the process table:
 *
 *   no process                          -> start a server; it ends with this process, even by -9
 *   a server whose owner lives          -> share it, and leave it running on release
 *   a server whose owner died (orphan)  -> stop it, then start our own
 *
 * The owner's process id is in the server's command line. It is an orphan when that is no
 * longer its parent: a parent of 1 proves nothing in a container, where the engine itself is 1.
 *
 * It must never remove a `postmaster.pid` of a possibly living server, never run two servers on
 * one cluster, never stop a server that another living process started, and never acknowledge a
 * commit that is not on disk (fsync and synchronous_commit are on).
 * `start` belongs on the main thread: the server ends with the *thread* that started it.
 */
import { createHash, randomBytes } from "node:crypto"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { Effect, Schedule, type Scope } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Process from "./ServerProcess.ts"
import { EmbeddedFailed, failed, io } from "./ServerProcess.ts"

export { EmbeddedFailed }

export interface Embedded {
  readonly socketDir: string
  readonly port: number
  /** The socket itself, the `path` of a PgClient. */
  readonly socketPath: string
  readonly username: string
  readonly database: string
  readonly pid: number
  /** Fails when the server ends for any reason; never succeeds. */
  readonly exited: Effect.Effect<never, EmbeddedFailed>
}

export interface Options {
  readonly dataDir: string
  /** Server settings that replace the ones below, e.g. `{ max_connections: "200" }`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** Names the socket file only; no TCP port is opened. */
const port = 5432
const [username, database] = ["postgres", "postgres"]
const socketFile = `.s.PGSQL.${port}`
/** The server's own name for its owner, a custom setting, so that `ps` shows it. */
const ownerSetting = "payout.owner"
const ownerPattern = /payout\.owner=(\d+)/

/**
 * Milliseconds after which an unfinished cluster is a leftover: no process can still be writing it.
 */
const litterAgeMsMin = 5 * Limits.embedded.initdbMsMax
const predecessor = Schedule.upTo(Schedule.spaced(Limits.embedded.predecessorPollMs), {
  duration: Limits.embedded.predecessorMsMax
})
/** Passed on the command line, so they override `postgresql.conf` and ALTER SYSTEM. */
const defaults: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  // Durable before visible (L1): these are the defaults, and no configuration file may disable
  // them.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // The log is appended and read once; the read model is small. The page cache does the rest.
  shared_buffers: "64MB",
  // Bounds recovery after a crash, and the disk that WAL takes.
  max_wal_size: "1GB",
  max_connections: "100",
  // Parallel queries need /dev/shm, of which a container has 64 MB; ours are short, as for jit.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  // Saves three worker processes; our reads come from memory.
  io_method: "sync",
  timezone: "UTC",
  log_timezone: "UTC",
  // The log file must stay small and free of personal data: no failed statements, no values.
  // Clients get their errors; starts, stops and crashes are still logged.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off"
}

/** The paths of one data folder. */
interface Home {
  readonly dataDir: string
  readonly cluster: string
  readonly socketDir: string
  readonly socketPath: string
  readonly logFile: string
  readonly binaries: Process.Binaries
  readonly launcher: Process.Launcher
  readonly settings: Readonly<Record<string, string>>
}

/** A server for `dataDir` while the scope is open. The header explains which process owns it. */
export const start: (options: Options) => Effect.Effect<Embedded, EmbeddedFailed, Scope.Scope> =
  Effect.fn("EmbeddedServer.start")(
    function* (options) {
      const home = yield* prepare(options)
      yield* ensureCluster(home)
      return yield* serve(home).pipe(
        Effect.retry({
          while: (error) => error._tag === "EmbeddedFailed" && error.reason === "IN_USE",
          schedule: predecessor
        })
      )
    },
    (starting, { dataDir }) =>
      Effect.catchTag(starting, "IoFailed", ({ what, detail }) => {
        const advice = "Check that the folder belongs to this user and that the disk has space."
        return failed("FOLDER_REFUSED", `could not ${what} in ${dataDir}: ${detail}. ${advice}`)
      })
  )

const prepare = Effect.fnUntraced(function* (options: Options) {
  const created = yield* io("create the data folder", () =>
    fs.mkdir(options.dataDir, { recursive: true })
  )
  // The real path, so that two spellings of one folder are recognised as one.
  const dataDir = yield* io("find the data folder", () => fs.realpath(options.dataDir))
  // The mode is set regardless of the umask. The server's user may enter the folder, and no user
  // may list it.
  if (created !== undefined) yield* io("open the data folder", () => fs.chmod(dataDir, 0o711))
  const binaries = yield* Process.binaries
  const launcher = yield* Process.launcher(binaries.postgres, dataDir)
  const socketDir = yield* claimSocketDir(dataDir, launcher.owner)
  return {
    dataDir,
    cluster: path.join(dataDir, "postgres"),
    socketDir,
    socketPath: path.join(socketDir, socketFile),
    logFile: path.join(dataDir, "postgres.log"),
    binaries,
    launcher,
    settings: { ...defaults, ...options.settings }
  } satisfies Home
})

/** The socket's folder guards the server: `trust` admits every user who can enter it. */
const claimSocketDir = Effect.fnUntraced(function* (dataDir: string, owner: Process.User) {
  const short = createHash("sha256").update(dataDir).digest("hex").slice(0, 16)
  const folders = [path.join(dataDir, "socket"), path.join(os.tmpdir(), `payout-${short}`)]
  const socketDir =
    folders.find(
      (folder) =>
        Buffer.byteLength(path.join(folder, socketFile)) < Limits.embedded.socketPathBytesMax
    ) ?? `/tmp/payout-${short}`
  yield* io("create the socket folder", () => fs.mkdir(socketDir, { mode: 0o700 })).pipe(
    Process.unless("EEXIST", Effect.void)
  )
  // `lstat`, because another user may have put a link there first, in a folder like /tmp.
  const stat = yield* io("inspect the socket folder", () => fs.lstat(socketDir))
  const ours = stat.uid === owner.uid || stat.uid === process.geteuid?.()
  if (!stat.isDirectory() || !ours || (stat.mode & 0o077) !== 0) {
    return yield* failed(
      "FOLDER_REFUSED",
      `the socket folder ${socketDir} is not a folder of uid ${owner.uid} closed to everybody ` +
        "else (mode 0700). A user who can enter it controls the database. Remove it and start again."
    )
  }
  yield* io("hand over the socket folder", () => fs.chown(socketDir, owner.uid, owner.gid))
  return socketDir
})

/**
 * Makes the cluster at first start. initdb works in another folder, so a killed one leaves only
 * litter.
 */
const ensureCluster = Effect.fnUntraced(function* (home: Home) {
  yield* removeLitter(home)
  const entries = yield* io("read the cluster", () => fs.readdir(home.cluster)).pipe(
    Process.unless("ENOENT", Effect.succeed<Array<string>>([]))
  )
  if (entries.includes("PG_VERSION")) return
  if (entries.length > 0) {
    const what = `${home.cluster} holds files but no PostgreSQL cluster; it is not overwritten`
    return yield* failed("FOLDER_REFUSED", `${what}. Move it away, or restore it from a backup.`)
  }
  const fresh = `${home.cluster}.new-${randomBytes(6).toString("hex")}`
  yield* initialise(home, fresh).pipe(Effect.onError(() => Effect.ignore(remove(fresh))))
})

const removeLitter = Effect.fnUntraced(function* (home: Home) {
  const entries = yield* io("read the data folder", () => fs.readdir(home.dataDir))
  const folders = entries.map((entry) => path.join(home.dataDir, entry))
  for (const folder of folders.filter((folder) => folder.startsWith(`${home.cluster}.new-`))) {
    if ((yield* Process.ageMs(folder)) > litterAgeMsMin) yield* remove(folder)
  }
})

const remove = (folder: string) =>
  io("remove a half cluster", () => fs.rm(folder, { recursive: true, force: true }))

const initialise = Effect.fnUntraced(function* (home: Home, fresh: string) {
  const { owner } = home.launcher
  yield* io("create the cluster", () => fs.mkdir(fresh, { mode: 0o700 }))
  yield* io("hand over the cluster", () => fs.chown(fresh, owner.uid, owner.gid))
  const ran = yield* Process.run(
    home.launcher,
    [
      ...[home.binaries.initdb, "-D", fresh, "-U", username, "--no-instructions"],
      ...["--auth-local=trust", "--auth-host=reject", "--data-checksums", "--encoding=UTF8"],
      // The builtin provider sorts the same on every machine and in every version; libc's does not.
      ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    ],
    Limits.embedded.initdbMsMax
  )
  if (ran.code !== 0) {
    return yield* failed(
      "INITDB_FAILED",
      `initdb could not create a cluster in ${home.dataDir} (${ran.code}). Is the disk full, or ` +
        `the folder on a file system without permissions? It said: ${ran.output.trim()}`
    )
  }
  yield* io("put the cluster in place", () => fs.rename(fresh, home.cluster)).pipe(
    // Another process was faster, and its cluster is used.
    Process.unless("ENOTEMPTY", remove(fresh))
  )
  // The rename must survive a power cut as everything later committed inside it does.
  yield* Process.flush(home.dataDir)
})

/** Decides which process serves; fails with IN_USE if the caller must wait and try again. */
const serve = Effect.fnUntraced(function* (home: Home) {
  const lock = yield* readLock(home.cluster)
  const { pid } = lock
  const running = pid === undefined ? undefined : yield* Process.look(pid)
  // Anything else under that id got it after a crash: our server's command line names the cluster.
  if (pid === undefined || !`${running?.command} `.includes(`-D ${home.cluster} `)) {
    return yield* launch(home, lock)
  }
  const owner = Number(running?.command.match(ownerPattern)?.[1])
  if (Number.isNaN(owner)) {
    return yield* failed(
      "FOLDER_REFUSED",
      `process ${pid} serves ${home.cluster} and was not started by this program. Stop it ` +
        `(\`pg_ctl stop -D ${home.cluster}\`) and start again.`
    )
  }
  if (owner === running?.ppid) return yield* share(home, lock, pid)
  const signal = (name: string) => Effect.ignore(Effect.try(() => process.kill(pid, name)))
  yield* Process.stop(signal, goneWithin(pid, Limits.embedded.predecessorPollMs))
  return yield* busy(home, `process ${pid}, left by a process that died, does not stop`)
})

const goneWithin = (pid: number, pollMs: number) =>
  Process.look(pid).pipe(
    Effect.map((process) => process === undefined),
    Effect.orElseSucceed(() => false),
    Effect.repeat({ until: (gone) => gone, schedule: Schedule.spaced(pollMs) })
  )

const busy = (home: Home, what: string) =>
  Effect.fail(failed("IN_USE", `${home.cluster} is in use: ${what}.`))

interface Lock {
  readonly pid: number | undefined
  readonly socketDir: string
  readonly status: string
}

/** `postmaster.pid`: the process id is its first line, the socket's folder the fifth. */
const readLock = Effect.fnUntraced(function* (cluster: string) {
  const file = path.join(cluster, "postmaster.pid")
  const text = yield* io("read postmaster.pid", () => fs.readFile(file, "utf8")).pipe(
    Process.unless("ENOENT", Effect.succeed(undefined))
  )
  const lines = text?.split("\n") ?? []
  const pid = Number(lines[0])
  // A power cut can leave it empty, which PostgreSQL refuses; a start leaves it so for a moment.
  if (text?.trim() === "" && (yield* Process.ageMs(file)) > Limits.embedded.emptyLockAgeMsMin) {
    yield* io("remove an empty postmaster.pid", () => fs.rm(file, { force: true }))
  }
  const [socketDir = "", status = ""] = [lines[4], lines[7]?.trim()]
  return { pid: pid > 0 ? pid : undefined, socketDir, status } satisfies Lock
})

const share = Effect.fnUntraced(function* (home: Home, lock: Lock, pid: number) {
  if (lock.status !== "ready") {
    return yield* busy(home, `process ${pid} is starting or stopping there; try again`)
  }
  const ended = Effect.as(goneWithin(pid, Limits.embedded.sharedPollMs), "was stopped by its owner")
  // The owner chose the socket's folder: a temporary folder may differ between the two processes.
  const { socketDir } = lock
  return describe({ ...home, socketDir }, pid, ended, yield* logSize(home.logFile))
})

/** Another start was faster, or the children of a killed server have not all ended. */
const takenInLog = /lock file ".*" already exists|lock file ".*" is empty|shared memory block/

/** Starts our own server; PostgreSQL's own locks decide if two processes come here at once. */
const launch = Effect.fnUntraced(function* (home: Home, stale: Lock) {
  if (yield* Process.answers(home.socketPath)) {
    return yield* busy(
      home,
      `a server this process cannot see answers at ${home.socketPath}, perhaps in another ` +
        "container that mounts the same folder. Stop it first"
    )
  }
  // No server listens, so the socket's lock is a leftover. The cluster's lock is PostgreSQL's
  // alone.
  yield* io("remove a stale socket lock", () => fs.rm(`${home.socketPath}.lock`, { force: true }))
  yield* Process.handOver(home.cluster, home.launcher.owner)
  if ((yield* logSize(home.logFile)) > Limits.embedded.logBytesMax) {
    yield* io("rotate the log", () => fs.rename(home.logFile, `${home.logFile}.1`))
  }
  const logFrom = yield* logSize(home.logFile)
  const server = yield* Effect.acquireRelease(
    spawn(home, stale),
    Effect.fnUntraced(function* ({ pid, signal, ended }) {
      if (yield* Process.stop(signal, ended)) return
      yield* Effect.logError(`The process ${pid} of the embedded PostgreSQL did not stop`)
    })
  )
  const late = failed(
    "TIMED_OUT",
    `not ready after ${Limits.embedded.readyMsMax} ms. Its log: ${home.logFile}.`
  )
  const isReady = Effect.map(readLock(home.cluster), (lock) => {
    return lock.pid === server.pid && lock.status === "ready"
  })
  const ready = Process.pollUntil(isReady).pipe(
    Effect.timeoutOrElse({ duration: Limits.embedded.readyMsMax, orElse: () => Effect.fail(late) })
  )
  const embedded = describe(home, server.pid, server.ended, logFrom)
  yield* Effect.raceFirst(ready, embedded.exited).pipe(
    Effect.catchIf(
      (error) => takenInLog.test(error.message),
      (error) => busy(home, error.message)
    )
  )
  return embedded
})

const spawn = Effect.fnUntraced(function* (home: Home, stale: Lock) {
  const settings = Object.entries({
    ...home.settings,
    // A list separated by commas; quoted, since a folder's name may hold one.
    unix_socket_directories: `"${home.socketDir.replaceAll('"', '""')}"`,
    port: `${port}`,
    [ownerSetting]: `${process.pid}`
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const log = yield* io("open the log", () => fs.open(home.logFile, "a", 0o600))
  // PostgreSQL ignores a lock of its grandparent. The id given here is of a process that ended, or
  // was reused. If a living server has replaced that lock by then, PostgreSQL still refuses.
  const env = { PG_GRANDPARENT_PID: `${stale.pid ?? 0}` }
  const words = [home.binaries.postgres, "-D", home.cluster, ...settings]
  return yield* Process.spawn(home.launcher, words, log.fd, env).pipe(
    Effect.ensuring(Effect.promise(() => log.close()))
  )
})

const describe = (
  home: Pick<Home, "socketDir" | "logFile">,
  pid: number,
  ended: Effect.Effect<string>,
  logFrom: number
): Embedded => {
  const { socketDir, logFile } = home
  const socketPath = path.join(socketDir, socketFile)
  const exited = Effect.gen(function* () {
    const how = yield* ended
    const said = yield* logTail(logFile, logFrom)
    return yield* failed("EXITED", `the server ${how}. Its log, ${logFile}, ends: ${said}`)
  })
  return { socketDir, port, socketPath, username, database, pid, exited }
}

const logSize = (file: string) =>
  Effect.orElseSucceed(
    io("read the log", () => fs.stat(file).then(({ size }) => size)),
    () => 0
  )

/** The end of what the server logged since it started; the file is small, see `defaults`. */
const logTail = (file: string, from: number) =>
  io("read the log", () => fs.readFile(file)).pipe(
    Effect.map((log) =>
      log.subarray(from).subarray(-Limits.embedded.logTailBytes).toString("utf8").trim()
    ),
    Effect.orElseSucceed(() => "")
  )
