/** Words of how an endpoint fared. */
import * as Format from "../../data/Format.ts"

export const failedOf = (failed: number, all: number): string =>
  `${Format.count(failed)} of the last ${Format.count(all)}`
export const failedDeliveriesOf = (failed: number, all: number): string =>
  `${Format.count(failed)} of the last ${Format.counted(all, "delivery", "deliveries")}`
