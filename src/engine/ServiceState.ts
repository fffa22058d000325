/** The state of this process, as `/readyz` returns it. */
import { Context } from "effect"

type Name = "starting" | "standby" | "recovering" | "ready"

export interface Progress {
  readonly now: () => Name
  readonly enter: (name: Name) => void
}

export const make = (): Progress => {
  let state: Name = "starting"
  return {
    now: () => state,
    enter: (name) => {
      state = name
    }
  }
}

export class ServiceState extends Context.Reference<Progress>("payouts/engine/ServiceState", {
  defaultValue: make
}) {}
