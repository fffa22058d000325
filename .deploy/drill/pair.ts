/**
 * Two processes behind Caddy, with the site's own configuration, while customers request quotes.
 * Long requests go through Caddy. Then the serving process is killed, frozen and stopped for an
 * upgrade.
 */
import * as path from "node:path"
import * as Load from "./Load.ts"
import * as LongRequests from "./LongRequests.ts"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"

export const { packages } = Site

const { databaseUrl, url } = Site
const ports = [18_081, 18_082] as const

/** A fault of the serving process, after which the standby takes over. */
interface Fault {
  readonly name: string
  readonly begin: (service: Service.Service) => Promise<unknown> | unknown
  /** Ends the process if it still exists. */
  readonly end: (service: Service.Service) => unknown
}

const faults: ReadonlyArray<Fault> = [
  {
    name: "killed",
    begin: ({ child }) => child.kill("SIGKILL"),
    end: () => undefined
  },
  {
    name: "frozen",
    begin: ({ child }) => child.kill("SIGSTOP"),
    // The process wakes up, finds that it was replaced, and stops.
    end: async ({ child }) => {
      child.kill("SIGCONT")
      await Shell.until("the end of the process that was replaced", 20_000, () =>
        child.exitCode === null ? undefined : true
      )
    }
  },
  { name: "stopped for an upgrade", begin: Service.stop, end: () => undefined }
]

interface Process {
  readonly port: number
  readonly service: Service.Service
}

const begin = (folder: string, port: number, life: number): Process => {
  const logFile = path.join(folder, `service-${port}-${life}.log`)
  return { port, service: Service.start({ logFile, databaseUrl, port, words: ["--standby"] }) }
}

const isReady = async ({ port }: Process): Promise<true | undefined> => {
  try {
    const signal = AbortSignal.timeout(1_000)
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal })
    return status === 200 ? true : undefined
  } catch {
    return undefined
  }
}

const follows = ({ port }: Process): Promise<boolean> =>
  Shell.until("the other follows the log", 60_000, async () => {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      return (await answer.text()).includes("standby") ? true : undefined
    } catch {
      return undefined
    }
  })

export const run = async (folder: string, rounds: number): Promise<void> => {
  await Site.startDatabase(folder)
  let serving = begin(folder, ports[0], 0)
  await Shell.until("the first is ready", 60_000, () => isReady(serving))
  let standby = begin(folder, ports[1], 0)
  Site.startCaddy(folder, "Caddyfile", { service: ports[0], standby: ports[1] })
  const load = Load.start(url)
  await Shell.until("an answer through Caddy", 20_000, () => load.responses.size || undefined)
  let life = 0
  /** Restarts the process that served as the standby. */
  const swap = (): void => {
    life += 1
    ;[serving, standby] = [standby, begin(folder, serving.port, life)]
  }
  const otherQuotes = await LongRequests.run({
    url,
    link: Service.linkOf([serving]),
    replaceEach: async () => {
      for (const _ of ports) {
        await follows(standby)
        await Service.stop(serving.service)
        await Shell.until("the other is ready", 60_000, () => isReady(standby))
        swap()
      }
    }
  })
  for (const fault of Array.from({ length: rounds }, () => faults).flat()) {
    await follows(standby)
    const answered = load.responses.size
    load.mark()
    await fault.begin(serving.service)
    await Shell.until("the other is ready", 60_000, () => isReady(standby))
    await Shell.pause(3_000)
    await fault.end(serving.service)
    console.log(
      `${serving.port} ${fault.name}: longest time without an answer ` +
        `${(load.silence() / 1_000).toFixed(1)} s; ${load.responses.size - answered} quotes in that time`
    )
    swap()
  }
  await load.stop()
  await Service.audit(url, databaseUrl, load, otherQuotes)
  await Service.stop(standby.service)
  await Service.stop(serving.service)
  console.log(Service.verifyLog(databaseUrl))
}
