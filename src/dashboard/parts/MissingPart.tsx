/**
 * Replaces a part of the page that could not be loaded, because the service is down or has a newer
 * version. It polls until the service responds, and then reloads the page.
 */
import { RefreshCw } from "lucide-react"
import { useEffect, useState } from "react"
import * as Recovery from "../data/Recovery.ts"
import { boundary as Words } from "../words/common.ts"
import { Button } from "./Button.tsx"

const firstMs = 1_000
const mostMs = 10_000
const timeoutMs = 5_000

const key = "reloaded"

const readBefore = (): Recovery.Reload | undefined => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "") as Recovery.Reload
  } catch {
    return undefined
  }
}

const isThere = async (signal: AbortSignal): Promise<boolean> => {
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const { ok } = await fetch("/dashboard/", { cache: "no-store", signal: either })
    return ok
  } catch {
    return false
  }
}

/** Reloads when the service responds. `true` if an earlier reload did not help. */
const useRecovery = (message: string) => {
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasAway = false
    const ask = async (pauseMs: number): Promise<void> => {
      const isBack = await isThere(stop.signal)
      if (stop.signal.aborted) return
      if (!isBack) {
        wasAway = true
        timer = setTimeout(() => ask(Math.min(pauseMs * 2, mostMs)), pauseMs)
        return
      }
      const reload = { message, at: Date.now() }
      if (!Recovery.mayReload(reload, { before: readBefore(), wasAway })) return setStuck(true)
      sessionStorage.setItem(key, JSON.stringify(reload))
      location.reload()
    }
    ask(firstMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [message])
  return isStuck
}

export const MissingPart = ({ message }: { readonly message: string }) => {
  const words = useRecovery(message) ? Words.missing : Words.unreachable
  return (
    <div className="page">
      <h1 tabIndex={-1}>{words.title}</h1>
      <p role="status">{words.about}</p>
      <div className="actions">
        <Button icon={RefreshCw} look="primary" onClick={() => location.reload()}>
          {Words.reload}
        </Button>
      </div>
    </div>
  )
}
