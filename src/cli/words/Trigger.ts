/** Words of `trigger`. */

export const command = (amountUsdc: number): string =>
  `Sandbox only: trigger an event with a payout of ${amountUsdc} USDC`

export const nameAnEvent = (names: ReadonlyArray<string>): string =>
  `Name an event: ${names.join(", ")}`

export const quoteExpires = (id: string, at: string): string =>
  `${id} expires at ${at}; the event is sent then.`
