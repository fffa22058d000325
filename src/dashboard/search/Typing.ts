/** Distinguishes shortcuts from typed text. */

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))

export const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null

/** True for a letter pressed in the page's main part, outside fields and dialogs. */
export const isLetterAlone = ({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean => {
  if (altKey || ctrlKey || metaKey || isTyping(target) || isDialogOpen()) return false
  return target instanceof Element && target.closest("main") !== null
}
