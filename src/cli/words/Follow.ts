/** Words of the commands that follow a payout. */
import { followWith } from "./Common.ts"

export const follow = (id: string): string => followWith(`payouts watch ${id}`)
export const continues = (id: string): string => `The payout continues. ${follow(id)}`
export const endedAs = (status: string): string => `The payout ended as ${status}.`
