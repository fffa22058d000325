/** Words of the choice of a file's columns. */
export const title = "Which column is which?"
export const about = (file: string): string =>
  `The columns of ${file} have other names than the service knows. The first row is shown as an example.`

export const labels = {
  phone: "Phone",
  network: "Network",
  amount_usdc: "Amount in USDC",
  name: "Name",
  idempotency_key: "Key or reference"
} as const

export const choose = "Choose a column"
export const none = "Not in this file"
export const inFile = "Columns of the file"
export const everyRow = "The same for every row"
export const keyHint =
  "Without one, keys are made from the file, so the same file is never paid twice."
export const read = "Read the file"

export const option = (head: string, example: string): string =>
  example === "" ? head : `${head} (${example})`
