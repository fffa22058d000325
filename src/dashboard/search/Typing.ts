/** Whether a key that is pressed is a letter alone, or a part of what someone types. */

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName))

export const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null

/** A letter in the page's main part that nobody types into a field or a dialog. */
export const isLetterAlone = ({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean => {
  if (altKey || ctrlKey || metaKey || isTyping(target) || isDialogOpen()) return false
  return target instanceof Element && target.closest("main") !== null
}
