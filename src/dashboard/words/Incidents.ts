/** Words of what is wrong right now, on every page of the staff. */
import * as Format from "../data/Format.ts"

export const payouts = (count: number): string => Format.counted(count, "payout", "payouts")

/** Payouts with their amount, or deliveries. */
export const most = (kind: string, count: number, usdc: number): string =>
  kind === "endpoint"
    ? Format.counted(count, "delivery", "deliveries")
    : `${payouts(count)}${withUsdc(usdc)}`

const wait = (count: number): string => (count === 1 ? "waits" : "wait")

/** Goes on after how many payouts it is. */
export const waitWith = (count: number, usdc: number): string =>
  ` with ${Format.money(usdc, "USDC")} ${wait(count)}.`

export const networksAffected = (networks: number): string =>
  `${Format.counted(networks, "network is", "networks are")} affected.`

export const noneWaits = "No payout waits yet."

/** Goes on after a customer's name and how many payouts it is. */
export const withUsdc = (usdc: number): string => ` with ${Format.money(usdc, "USDC")}`

export const ofOthers = (count: number): string => `${payouts(count)} of other customers`

export const customers = "Customers whose payouts wait"

/** Filter of the list of payouts: the incident that counts them. */
export const waitsFor = "Waits for"
export const ended = "An incident that has ended"

export const deliveriesWait = (count: number): string =>
  `${Format.counted(count, "delivery", "deliveries")} of the newest ${wait(count)}.`

/** The label of the region for screen readers. */
export const banner = "Incidents"
/** The title of an incident, with the time at which it began. */
export const since = (title: string, time: string): string => `${title} since ${time}.`
export const more = (count: number): string => `${count} more on Health`
export const details = "Cause and remedy"
export const light = (count: number): string => Format.counted(count, "incident", "incidents")
export const unread = "State unknown"

export const cause = "Cause:"
export const remedy = "What to do:"
/** The time at which the service tries a provider again. */
export const nextTry = (time: string): string => `Next try at ${time}.`
export const runbook = "Runbook"
export const begun = "Since"
