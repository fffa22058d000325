/** Keyboard shortcuts of every page, and those of the staff's queues. */
import { search as Words } from "../words/shell.ts"

/** Keys that choose the next and the previous payout of a queue. */
export const next = "j"
export const previous = "k"

export const sheet: ReadonlyArray<readonly [keys: ReadonlyArray<string>, what: string]> = [
  [[Words.keys.search, "⌘ K", "/"], Words.sheet.search],
  [["↑", "↓"], Words.sheet.choose],
  [[Words.keys.open], Words.sheet.open],
  [[Words.keys.close], Words.sheet.close],
  [["?"], Words.sheet.shortcuts]
]

/** Shortcuts of a queue. The buttons of the queue show the other letters. */
export const queueSheet: typeof sheet = [
  [["J", "K"], Words.sheet.nextCase],
  [["A", "R", "F"], Words.sheet.decide],
  [["T", "S", "F", "R"], Words.sheet.record]
]

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The action of a key. Plain characters do nothing while the user types. */
export const askedBy = (
  { altKey, ctrlKey, key, metaKey }: Pressed,
  isTyping: boolean
): "search" | "sheet" | undefined => {
  if (altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "search" : undefined
  if (isTyping) return undefined
  if (key === "/") return "search"
  return key === "?" ? "sheet" : undefined
}
