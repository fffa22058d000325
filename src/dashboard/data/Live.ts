/**
 * Follows the service's stream of changed kinds, with `fetch` because the request needs headers. A
 * lost stream reconnects automatically, and every gap invalidates all queries.
 */
import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { fetchAs } from "./Api.ts"
import type { QueryKind } from "./Queries.ts"
import { useSignedIn } from "./SignedIn.tsx"

export type Connection = "connecting" | "live" | "lost"

/**
 * Queries to invalidate for each kind that the service reports. Other kinds invalidate themselves.
 */
const derived: Readonly<Partial<Record<string, ReadonlyArray<QueryKind>>>> = {
  payouts: ["payouts", "batches", "balance", "events", "stats", "health", "audit"],
  batches: ["batches", "payouts", "balance"],
  balance: ["balance", "events"],
  deliveries: ["deliveries", "stats"]
}

/** Milliseconds between two refreshes of a kind, so that many payouts cause few requests. */
const pauseMs: Readonly<Partial<Record<QueryKind, number>>> = {
  ...{ stats: 10_000, audit: 5_000, health: 5_000 }
}
const pauseMsDefault = 1_000
const backoffMsMax = 15_000
/** Milliseconds, more than two heartbeats. After such a silence the connection is lost. */
const silenceMsMax = 40_000

/**
 * Invalidates a kind at once, and then at most once per pause. The last change is never skipped.
 */
const throttled = (client: QueryClient) => {
  const waiting = new Map<QueryKind, ReturnType<typeof setTimeout>>()
  const dirty = new Set<QueryKind>()
  const fire = (kind: QueryKind) => {
    client.invalidateQueries({ queryKey: [kind] })
    waiting.set(
      kind,
      setTimeout(() => {
        waiting.delete(kind)
        if (dirty.delete(kind)) fire(kind)
      }, pauseMs[kind] ?? pauseMsDefault)
    )
  }
  return {
    changed: (kind: QueryKind) => {
      if (waiting.has(kind)) dirty.add(kind)
      else fire(kind)
    },
    stop: () => {
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }
}

const kindsOf = (message: string): ReadonlyArray<string> => {
  const lines = message.split("\n")
  const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trim())
  if (data.length === 0) return []
  try {
    const { kinds } = JSON.parse(data.join("\n")) as { kinds?: ReadonlyArray<string> }
    return kinds ?? []
  } catch {
    return []
  }
}

interface Reading {
  readonly url: string
  readonly accountId: string | null
  readonly signal: AbortSignal
  readonly onOpen: () => void
  readonly onKinds: (kinds: ReadonlyArray<string>) => void
}

/** Reads until the stream ends, is aborted, or is silent for too long. */
const read = async ({ accountId, onKinds, onOpen, signal, url }: Reading): Promise<number> => {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMsMax)
  try {
    const response = await fetchAs(accountId)(url, {
      headers: { accept: "text/event-stream" },
      signal: AbortSignal.any([signal, silence.signal])
    })
    if (!response.ok || response.body === null) return response.status
    onOpen()
    // Older versions of Safari lack `for await` for streams.
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ""
    while (true) {
      const { done, value } = await reader.read()
      if (done) return 200
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMsMax)
      const messages = (rest + value.replaceAll("\r\n", "\n")).split("\n\n")
      rest = messages.pop() ?? ""
      for (const message of messages) onKinds(kindsOf(message))
    }
  } finally {
    clearTimeout(timer)
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Runs until the browser loses or regains its network, at the latest. */
const untilNetworkChanges = async <A>(
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<A>
): Promise<A> => {
  const change = new AbortController()
  for (const type of ["offline", "online"]) {
    window.addEventListener(type, () => change.abort(), { signal: change.signal })
  }
  try {
    return await run(AbortSignal.any([signal, change.signal]))
  } finally {
    change.abort()
  }
}

const follow = async (
  reading: Reading,
  client: QueryClient,
  say: (connection: Connection) => void,
  isAgain: boolean
): Promise<void> => {
  const { signal } = reading
  let failures = 0
  let isAfterGap = isAgain
  if (isAgain) say("connecting")
  const onOpen = () => {
    // Queries may have failed with the first attempt, or may miss the changes of a gap.
    if (isAfterGap || failures > 0) client.invalidateQueries()
    isAfterGap = true
    failures = 0
    say("live")
  }
  while (!signal.aborted) {
    const attempt = untilNetworkChanges(signal, (signal) => read({ ...reading, signal, onOpen }))
    const status = await attempt.catch(() => 0)
    if (signal.aborted) return
    // The session has expired. The next request shows the sign-in page.
    if (status === 401 || status === 403) client.invalidateQueries({ queryKey: ["session"] })
    // The service ends every stream after a few minutes, which is no failure.
    if (status !== 200) {
      failures += 1
      say("lost")
    }
    const delayMs = Math.min(500 * 2 ** failures, backoffMsMax) * (0.5 + Math.random() / 2)
    const waitMs = failures === 0 ? 50 : delayMs
    await untilNetworkChanges(signal, (signal) => wait(waitMs, signal))
  }
}

/**
 * Runs while the page is visible. A browser opens at most six connections to a service, for all its
 * tabs. The streams of background tabs, and of pages kept for the Back button, would leave none for
 * requests.
 */
const whileSeen = (run: (signal: AbortSignal, isAgain: boolean) => void): (() => void) => {
  const stop = new AbortController()
  let running: AbortController | undefined
  let isAgain = false
  const begin = () => {
    if (running !== undefined || document.visibilityState === "hidden") return
    running = new AbortController()
    run(running.signal, isAgain)
    isAgain = true
  }
  const end = () => {
    running?.abort()
    running = undefined
  }
  const { signal } = stop
  const look = () => (document.visibilityState === "hidden" ? end() : begin())
  document.addEventListener("visibilitychange", look, { signal })
  window.addEventListener("pagehide", end, { signal })
  window.addEventListener("pageshow", begin, { signal })
  begin()
  return () => {
    stop.abort()
    end()
  }
}

/** Follows the current account while the page is open and visible. */
export const useLive = (): Connection => {
  const { grant, isStaff } = useSignedIn()
  const client = useQueryClient()
  const [connection, say] = useState<Connection>("connecting")
  const accountId = grant.account_id
  useEffect(() => {
    const { changed, stop: calm } = throttled(client)
    const onKinds = (kinds: ReadonlyArray<string>) => {
      const all = kinds.flatMap((kind) => derived[kind] ?? [kind as QueryKind])
      for (const kind of new Set(all)) changed(kind)
    }
    const url = isStaff ? "/dashboard/api/staff/stream" : "/dashboard/api/stream"
    const stop = whileSeen((signal, isAgain) => {
      const reading = { url, accountId, signal, onOpen: () => undefined, onKinds }
      follow(reading, client, say, isAgain)
    })
    return () => {
      stop()
      calm()
    }
  }, [client, accountId, isStaff])
  return connection
}
