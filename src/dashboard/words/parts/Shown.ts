/** Words of what is shown once only. */
export const shownBefore = "It was already shown after the first attempt. Create another one."
export const shownOnce = "Copy it now. It is shown only once and cannot be recovered."
export const done = "Done"
