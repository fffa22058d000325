/** Runs the program as it is deployed, and audits its responses. */
import type { ChildProcess } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as Load from "./Load.ts"
import * as Shell from "./Shell.ts"

const root = path.join(import.meta.dirname, "../..")

export interface Service {
  readonly child: ChildProcess
  readonly logFile: string
}

interface Start {
  readonly logFile: string
  readonly databaseUrl: string
  readonly port: number
  /** Words of the command line. */
  readonly words?: ReadonlyArray<string>
  readonly settings?: Readonly<Record<string, string>>
}

export const start = ({ databaseUrl, logFile, port, settings, words = [] }: Start): Service => {
  const environment = {
    ...{ PORT: String(port), DATABASE_URL: databaseUrl, SANDBOX_API_KEY: Load.key },
    ...{ RATE_LIMITS: "off", QUOTE_TTL: "1 hour", DATA_DIR: path.dirname(logFile) },
    ...settings
  }
  const program = path.join(root, "src/main.ts")
  return {
    child: Shell.start(logFile, process.execPath, [program, ...words], environment),
    logFile
  }
}

/** Waits until the service prints a matching text. */
export const prints = ({ child, logFile }: Service, text: RegExp): Promise<string> =>
  Shell.until(`the service prints ${text}`, 60_000, () => {
    const printed = fs.readFileSync(logFile, "utf8")
    if (child.exitCode !== null) throw new Error(printed)
    return text.exec(printed)?.[0]
  })

/** The first user's link, which the process that ran the directory first has printed. */
export const linkOf = (processes: ReadonlyArray<{ readonly service: Service }>): string => {
  const printed = processes
    .map(({ service }) => fs.readFileSync(service.logFile, "utf8"))
    .join("\n")
  const link = /https?:\S+#token=\S+/.exec(printed)?.[0]
  if (link === undefined) throw new Error("no process printed a link to the dashboard")
  return link
}

export const stop = async ({ child }: Service): Promise<void> => {
  child.kill("SIGTERM")
  await Shell.until("the service's end", 20_000, () => child.exitCode ?? undefined)
}

/**
 * Sends every request again. No quote may be lost, and none may be in the log twice. `otherQuotes`
 * is the number of quotes that the customers did not request.
 */
export const audit = async (
  url: string,
  databaseUrl: string,
  load: Load.Load,
  otherQuotes = 0
): Promise<void> => {
  for (const [name, body] of load.responses) {
    const again = await load.askAgain(url, name)
    if (again !== body) throw new Error(`${name} was answered ${body}, and now ${again}`)
  }
  const statement = `select count(*) from log where body like '%"_tag":"QuoteCreated"%'`
  const inLog = Number(Shell.run("psql", "-qtA", databaseUrl, "-c", statement)) - otherQuotes
  if (inLog !== load.responses.size) {
    throw new Error(`${load.responses.size} quotes were answered, ${inLog} are in the log`)
  }
  console.log(`${inLog} quotes answered, ${inLog} in the log, each answered again with its bytes`)
}

/** Verifies the whole log, and returns the command's output. */
export const verifyLog = (databaseUrl: string, partitions = 1): string => {
  const command = path.join(root, "src/cli/main.ts")
  const settings = [`DATABASE_URL=${databaseUrl}`, `PARTITIONS=${partitions}`]
  return Shell.run("env", ...settings, process.execPath, command, "log", "verify").trim()
}
