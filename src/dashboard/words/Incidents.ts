/** Words of what is wrong right now, on every page of the staff. */
import * as Format from "../data/Format.ts"

const payouts = (count: number): string => Format.counted(count, "payout", "payouts")

const wait = (count: number): string => (count === 1 ? "waits" : "wait")

export const payoutsWait = (count: number, usdc: number): string =>
  `${payouts(count)} with ${Format.money(usdc, "USDC")} ${wait(count)}.`

export const networksWait = (networks: number, count: number, usdc: number): string =>
  `${Format.counted(networks, "network is", "networks are")} affected. ${
    count === 0 ? "No payout waits yet." : payoutsWait(count, usdc)
  }`

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
export const runbook = "Runbook"
export const begun = "Since"
