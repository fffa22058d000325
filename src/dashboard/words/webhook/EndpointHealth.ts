/** Words of how an endpoint fared. */
import * as Format from "../../data/Format.ts"

export const failedOf = (failed: number, ended: number): string =>
  `(${Format.count(failed)} of ${Format.count(ended)})`
