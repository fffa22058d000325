/** Words of the section that says how to pay for a payout or a batch. */
import type { ReactNode } from "react"

export const sendFunds = "Send the funds"
export const sendRest = "Send the missing amount"
export const about =
  "Send exactly this amount of USDC to the deposit address, in one or several transfers."

export const sandbox = "This is the sandbox: do not send real USDC."

export const copyAmount = "Copy amount"
export const qrCode = "QR code of the payment"
export const openWallet = "Open in a wallet"

export const facts = { chain: "Chain", token: "Token", timeLeft: "Time left" } as const

/** What a button copies. */
export const copied = {
  depositAddress: "deposit address",
  tokenAddress: "token address"
} as const

const chains: Readonly<Record<number, string>> = { 1: "Ethereum", 11155111: "Sepolia (test)" }

export const chain = (id: number): string => `${chains[id] ?? `Chain ${id}`} (${id})`

/** Behind the time that is left. */
export const leftUntil = (end: ReactNode): ReactNode => <>left, until {end}</>
