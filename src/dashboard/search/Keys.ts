/** Keys that work on every page, and those of the queues of staff. */
import { search as Words } from "../words/shell.ts"

/** In a queue: choose the next payout, or the one before. */
export const next = "j"
export const previous = "k"

export const sheet: ReadonlyArray<readonly [keys: ReadonlyArray<string>, what: string]> = [
  [[Words.keys.search, "⌘ K", "/"], Words.sheet.search],
  [["↑", "↓"], Words.sheet.choose],
  [[Words.keys.open], Words.sheet.open],
  [[Words.keys.close], Words.sheet.close],
  [["?"], Words.sheet.shortcuts]
]

/** Those of a queue; its buttons have the others. */
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

/** What a key asks for; plain characters ask for nothing while someone types. */
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
